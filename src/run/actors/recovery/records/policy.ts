import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'

/** It keeps nothing but open questions of episodes. */
export const policyRecovery: ActorRecovery<never> = {
  changes: {},
  part: null,
  wholeState: null,
  probe: null,
  episodes: ['act'],
  forgetsBy: 'closed',
  pool: null,
}
