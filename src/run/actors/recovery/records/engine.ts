import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'
import type { ToGpu } from '../../../../contracts/messages/run.ts'

/** Each model is restored by itself: as it was last saved, then every gradient and optimizer step since. */
export const engineRecovery: ActorRecovery<Exclude<ToGpu['kind'], 'sample' | 'release'>> = {
  changes: {
    load: 'done',
    'optim-step': 'done',
    'forward-backward': 'begun',
    logprobs: 'none',
    save: 'none',
    'get-usage': 'none',
  },
  part: 'model',
  numbered: ['forward-backward', 'optim-step'],
  wholeState: { askedBy: 'save', returnedBy: 'saved', restoredBy: 'load', field: 'state' },
  /* Its answer waits for all that was asked before, and what restoring used is not counted twice. */
  probe: 'get-usage',
  episodes: ['act', 'observe'],
  /* Policy and observer release its contexts. */
  forgetsBy: null,
  pool: null,
}
