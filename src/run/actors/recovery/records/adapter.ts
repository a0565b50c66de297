import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'
import type { ToAdapter } from '../../../../contracts/messages/run.ts'

/** Its memory is restored as it was last returned, then every outcome since. */
export const adapterRecovery: ActorRecovery<ToAdapter['kind']> = {
  changes: { 'proposal-outcome': 'done', 'set-state': 'done', adapt: 'none', 'get-state': 'none' },
  part: null,
  wholeState: { askedBy: 'get-state', returnedBy: 'state', restoredBy: 'set-state', field: 'memory' },
  probe: 'get-state',
  episodes: [],
  forgetsBy: null,
  pool: null,
}
