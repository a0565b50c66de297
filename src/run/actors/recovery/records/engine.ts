import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'
import type { ToGpu } from '../../../../contracts/messages/run.ts'

/**
 * Each model is restored separately: from its last snapshot, then every gradient and optimizer step since; not at all where the engine is
 * durable.
 */
export const engineRecovery: ActorRecovery<ToGpu['kind']> = {
  changes: {
    load: 'done',
    'optim-step': 'done',
    'forward-backward': 'begun',
    backward: 'begun',
    sample: 'none',
    release: 'none',
    logprobs: 'none',
    forward: 'none',
    'row-gradients': 'none',
    save: 'none',
    snapshot: 'none',
    'get-usage': 'none',
  },
  part: 'model',
  numbered: ['forward-backward', 'backward', 'optim-step'],
  wholeState: {
    askedBy: 'snapshot',
    returnedBy: 'snapshot-done',
    restoredBy: 'load',
    field: 'reference',
    outlivesBy: 'durable',
  },
  /* Its answer waits for all that was asked before, and what restoring used is not counted twice. */
  probe: 'get-usage',
  episodes: ['act', 'observe'],
  /* Policy and observer release its contexts. */
  forgetsBy: null,
  pool: null,
}
