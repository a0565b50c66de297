import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'

/** It keeps nothing but the transcripts of episodes. */
export const observerRecovery: ActorRecovery<never> = {
  changes: {},
  part: null,
  wholeState: null,
  probe: null,
  episodes: ['observe'],
  forgetsBy: 'closed',
  pool: null,
}
