import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'
import { addresses } from '../../../../contracts/addresses.ts'
import type { PlayRows } from '../../../../contracts/messages/steps.ts'

/** One of several threads of vector worlds: what it was asked goes to another one that is ready, and begins anew. */
export const playerRecovery: ActorRecovery<PlayRows['kind']> = {
  changes: { 'play-rows': 'none' },
  part: null,
  wholeState: null,
  probe: null,
  episodes: [],
  forgetsBy: null,
  pool: addresses.players,
}
