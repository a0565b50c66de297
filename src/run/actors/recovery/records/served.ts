import type { ActorRecovery } from '../../../../contracts/actor-recovery.ts'
import type { GetUsageCall, LoadCall, ReleaseCall, SampleCall } from '../../../../contracts/messages/gpu.ts'

/** It keeps nothing but the contexts of running episodes: the server has the model. */
export const servedRecovery: ActorRecovery<(LoadCall | GetUsageCall | SampleCall | ReleaseCall)['kind']> = {
  changes: { sample: 'none', release: 'none', load: 'none', 'get-usage': 'none' },
  part: null,
  wholeState: null,
  probe: null,
  episodes: ['act', 'observe'],
  /* Policy and observer release its contexts. */
  forgetsBy: null,
  pool: null,
}
