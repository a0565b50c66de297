/** Requests to the gpu actor, and which of them may not change places. */
import fc from 'fast-check'
import { rootKey } from '../../src/math/random.ts'
import type {
  GetUsageCall,
  ForwardBackwardCall,
  DeviceCall,
  LoadCall,
  ReleaseCall,
  SampleCall,
  SnapshotCall,
  LogprobsCall,
  OptimStepCall,
} from '../../src/contracts/messages/run.ts'
import { livelyModel, smallConfig, usualUpdate } from '../laws/device/device-cases.ts'

const state = livelyModel(smallConfig, 1)

export const routed = { to: 'gpu', from: 'policy' } as const

export const sample = (model: string, sequenceId: string): SampleCall => ({
  ...routed,
  kind: 'sample',
  id: '',
  model,
  request: {
    sequenceId,
    tokens: new Int32Array(1),
    promptSuffix: new Int32Array(0),
    count: 1,
    appendToContext: true,
    maxTokens: 1,
    temperature: 1,
    topP: 1,
    stop: [],
    key: rootKey(0),
  },
})

export const release = (model: string, sequenceIds: readonly string[]): ReleaseCall => ({
  ...routed,
  kind: 'release',
  model,
  sequenceIds,
})
export const score = (model: string): LogprobsCall => ({
  ...routed,
  kind: 'logprobs',
  id: '',
  model,
  sequences: [{ tokens: Int32Array.of(1, 2) }],
})
export const accumulate = (model: string): ForwardBackwardCall => ({
  ...routed,
  kind: 'forward-backward',
  id: '',
  model,
  examples: [],
  objective: { kind: 'cross-entropy' },
})
export const update = (model: string): OptimStepCall => ({
  ...routed,
  kind: 'optim-step',
  id: '',
  model,
  options: usualUpdate,
})
export const snapshot = (model: string): SnapshotCall => ({ ...routed, kind: 'snapshot', id: '', model })
export const load = (model: string): LoadCall => ({
  ...routed,
  kind: 'load',
  id: '',
  model,
  reference: { kind: 'memory', state },
})
export const forward = (model: string): DeviceCall => ({
  ...routed,
  kind: 'forward',
  id: '',
  model,
  rows: new Float32Array(2),
})
export const getUsage = (id: string): GetUsageCall => ({ ...routed, kind: 'get-usage', id })

const models = fc.constantFrom('policy', 'reward-model', 'third')
const sequenceIds = fc.constantFrom('a', 'b', 'c', 'd')

export const deviceRequests: fc.Arbitrary<DeviceCall> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(models, sequenceIds).map(([model, sequenceId]) => sample(model, sequenceId)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(models, fc.uniqueArray(sequenceIds, { minLength: 1 }))
      .map(([model, names]) => release(model, names)),
  },
  ...[score, accumulate, forward, update, snapshot, load].map(make => ({
    weight: 1,
    arbitrary: models.map((model): DeviceCall => make(model)),
  })),
)

/** Whether two requests may not change places: it would change what one of them is answered. */
export function ordered(first: DeviceCall, second: DeviceCall): boolean {
  if (first.model !== second.model) return false
  const writes = ({ kind }: DeviceCall): boolean => kind === 'optim-step' || kind === 'load'
  if (writes(first) || writes(second)) return true
  if (first.kind === 'forward-backward' && second.kind === 'forward-backward') return true
  const contexts = (request: DeviceCall): readonly string[] =>
    request.kind === 'sample' ? [request.request.sequenceId] : request.kind === 'release' ? request.sequenceIds : []
  return contexts(first).some(context => contexts(second).includes(context))
}
