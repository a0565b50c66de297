/** Requests to the gpu actor, and which of them may not change places. */
import fc from 'fast-check'
import { rootKey } from '../../src/math/random.ts'
import type {
  AccountCall,
  AccumulateCall,
  DeviceCall,
  LoadCall,
  ReleaseCall,
  SampleCall,
  SaveCall,
  ScoreCall,
  UpdateCall,
} from '../../src/contracts/messages/run.ts'
import { livelyModel, smallConfig, usualUpdate } from '../laws/device-cases.ts'

const state = livelyModel(smallConfig, 1)

export const routed = { to: 'gpu', from: 'policy' } as const

export const sample = (model: string, cache: string): SampleCall => ({
  ...routed,
  kind: 'sample',
  id: '',
  model,
  request: {
    cache,
    tokens: new Int32Array(1),
    cue: new Int32Array(0),
    count: 1,
    keep: true,
    maxTokens: 1,
    temperature: 1,
    topP: 1,
    stop: [],
    key: rootKey(0),
  },
})

export const release = (model: string, caches: readonly string[]): ReleaseCall => ({
  ...routed,
  kind: 'release',
  model,
  caches,
})
export const score = (model: string): ScoreCall => ({
  ...routed,
  kind: 'score',
  id: '',
  model,
  sequences: [{ tokens: Int32Array.of(1, 2) }],
})
export const accumulate = (model: string): AccumulateCall => ({
  ...routed,
  kind: 'accumulate',
  id: '',
  model,
  examples: [],
  objective: { kind: 'cross-entropy' },
})
export const update = (model: string): UpdateCall => ({
  ...routed,
  kind: 'update',
  id: '',
  model,
  options: usualUpdate,
})
export const save = (model: string): SaveCall => ({ ...routed, kind: 'save', id: '', model })
export const load = (model: string): LoadCall => ({
  ...routed,
  kind: 'load',
  id: '',
  model,
  state,
})
export const account = (id: string): AccountCall => ({ ...routed, kind: 'account', id })

const models = fc.constantFrom('policy', 'reward-model', 'third')
const caches = fc.constantFrom('a', 'b', 'c', 'd')

export const deviceRequests: fc.Arbitrary<DeviceCall> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(models, caches).map(([model, cache]) => sample(model, cache)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(models, fc.uniqueArray(caches, { minLength: 1 }))
      .map(([model, names]) => release(model, names)),
  },
  ...[score, accumulate, update, save, load].map(make => ({
    weight: 1,
    arbitrary: models.map((model): DeviceCall => make(model)),
  })),
)

/** Whether two requests may not change places: it would change what one of them is answered. */
export function ordered(first: DeviceCall, second: DeviceCall): boolean {
  if (first.model !== second.model) return false
  const writes = ({ kind }: DeviceCall): boolean => kind === 'update' || kind === 'load'
  if (writes(first) || writes(second)) return true
  if (first.kind === 'accumulate' && second.kind === 'accumulate') return true
  const contexts = (request: DeviceCall): readonly string[] =>
    request.kind === 'sample' ? [request.request.cache] : request.kind === 'release' ? request.caches : []
  return contexts(first).some(context => contexts(second).includes(context))
}
