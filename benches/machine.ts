import { describeMachine, machineNow } from '../src/throughput/measure/machine.ts'

/** What a result in benches/results has to say of where it was measured. */
export const machine = async (): Promise<string> => describeMachine(await machineNow())
