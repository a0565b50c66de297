/** How busy this machine is, which affects measured times. */
import { availableParallelism, loadavg } from 'node:os'

export interface ProcessorLoad {
  /** That this process may use. */
  readonly cores: number
  /** Processes that ran or waited in the minute before, on average; 0 on Windows, which does not count them. */
  readonly load: number
}

export const processorLoad = (): ProcessorLoad => ({
  cores: availableParallelism(),
  load: Number(loadavg()[0]?.toFixed(1)),
})

/** @param before a measurement. @returns what to tell where other programs took part of its time, else `null`. */
export const overloadWarning = ({ cores, load }: ProcessorLoad): string | null =>
  load > cores
    ? `the load before was ${load} on ${cores} cores: other programs slowed this down; measure again when they are done`
    : null
