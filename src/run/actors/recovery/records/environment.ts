import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'
import { addresses } from '../../../../contracts/addresses.ts'
import type { RunTests } from '../../../../contracts/messages/run.ts'

/** One worker of several: its episodes and tests go to another one that is ready. */
export const environmentRecovery: ActorRecovery<RunTests['kind']> = {
  changes: { 'run-tests': 'none' },
  part: null,
  wholeState: null,
  probe: null,
  episodes: ['host'],
  forgetsBy: 'abandon',
  pool: addresses.environments,
}
