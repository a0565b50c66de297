import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'

/** It keeps nothing but the transcripts of episodes. */
export const rewardModelRecovery: ActorRecovery<never> = {
  changes: {},
  part: null,
  wholeState: null,
  probe: null,
  episodes: ['judge'],
  forgetsBy: 'closed',
  pool: null,
}
