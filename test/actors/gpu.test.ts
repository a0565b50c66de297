import test from 'ava'
import fc from 'fast-check'
import gpu from '../../actors/gpu.ts'
import { groups } from '../../src/device/groups.ts'
import { rootKey } from '../../src/math/random.ts'
import type { SampleCall, ToGpu } from '../../src/protocol.ts'
import { livelyModel, smallConfig } from '../laws/device-cases.ts'
import { exchange } from './exchange.ts'

const routed = { to: 'gpu', from: 'policy' } as const
const sample = (model: string, cache: string): SampleCall => ({
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

const models = fc.constantFrom('policy', 'reward-model')
const caches = fc.constantFrom('a', 'b', 'c', 'd')
const requests: fc.Arbitrary<ToGpu[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.tuple(models, caches).map(([model, cache]) => sample(model, cache)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(models, fc.uniqueArray(caches, { minLength: 1 }))
        .map(([model, names]): ToGpu => ({ ...routed, kind: 'release', model, caches: names })),
    },
    { weight: 1, arbitrary: models.map((model): ToGpu => ({ ...routed, kind: 'save', id: '', model })) },
  ),
  { maxLength: 24 },
)

/** Whether two requests may not change places. */
function ordered(first: ToGpu, second: ToGpu): boolean {
  const reads = (request: ToGpu) => request.kind === 'sample' || request.kind === 'release'
  if (!reads(first) || !reads(second)) return true
  const touched = (request: ToGpu) =>
    request.kind === 'sample' ? [request.request.cache] : request.kind === 'release' ? request.caches : []
  return first.model === second.model && touched(first).some(cache => touched(second).includes(cache))
}

test('every request is answered once', t => {
  fc.assert(
    fc.property(requests, batch => {
      const flat = groups(batch).flat()
      t.is(flat.length, batch.length)
      t.is(new Set(flat).size, batch.length)
    }),
  )
})

test('nothing overtakes a write, nor what came before it in its own context', t => {
  fc.assert(
    fc.property(requests, batch => {
      const flat = groups(batch).flat()
      batch.forEach((first, index) => {
        for (const second of batch.slice(index + 1))
          if (ordered(first, second)) t.true(flat.indexOf(first) < flat.indexOf(second))
      })
    }),
  )
})

test('a group is one verb of one model, with no context twice', t => {
  fc.assert(
    fc.property(requests, batch => {
      for (const group of groups(batch)) {
        const samples = group.flatMap(request => (request.kind === 'sample' ? [request] : []))
        t.true(samples.length === group.length || group.length === 1)
        t.is(new Set(group.map(request => ('model' in request ? request.model : null))).size, 1)
        t.is(new Set(samples.map(({ request }) => request.cache)).size, samples.length)
      }
    }),
  )
})

test('samples go together, and the end of one context does not part the others', t => {
  const release: ToGpu = { ...routed, kind: 'release', model: 'policy', caches: ['a'] }
  const batch = [
    sample('policy', 'a'),
    sample('reward-model', 'a'),
    release,
    sample('policy', 'b'),
    sample('policy', 'a'),
  ]
  const [a, judge, , b, again] = batch
  t.deepEqual(groups(batch), [[a, b], [judge], [release], [again]])
})

test('a request that is refused takes no other with it', async t => {
  const long = sample('policy', 'long')
  const asked = [sample('policy', 'a'), long, sample('policy', 'b')].map((request, index) => ({
    ...request,
    id: String(index),
    ...(request === long ? { request: { ...long.request, tokens: new Int32Array(500) } } : {}),
  }))
  const replies = await exchange(await gpu({ engine: { engine: 'tfjs', backend: 'cpu' } }), 'gpu', [
    { ...routed, kind: 'load', id: 'load', model: 'policy', state: livelyModel(smallConfig, 1) },
    ...asked,
  ])
  t.deepEqual(
    replies.map(reply => [reply.kind, 'id' in reply ? reply.id : null]),
    [
      ['loaded', 'load'],
      ['sampled', '0'],
      ['failed', '1'],
      ['sampled', '2'],
    ],
  )
})

test('an account is of what was used since the last one', async t => {
  const score: ToGpu = {
    ...routed,
    kind: 'score',
    id: '',
    model: 'policy',
    sequences: [{ tokens: Int32Array.of(1, 2) }],
  }
  const account = (id: string): ToGpu => ({ ...routed, kind: 'account', id })
  const replies = await exchange(await gpu({ engine: { engine: 'tfjs', backend: 'cpu' } }), 'gpu', [
    { ...routed, kind: 'load', id: '', model: 'policy', state: livelyModel(smallConfig, 1) },
    score,
    sample('policy', 'a'),
    sample('policy', 'b'),
    score,
    account('first'),
    score,
    account('second'),
    account('third'),
  ])
  const accounted = { kind: 'accounted', to: 'policy', from: 'gpu' } as const
  const once = { model: 'policy', calls: 1, requests: 1, ms: 0 }
  t.deepEqual(
    replies.filter(({ kind }) => kind === 'accounted'),
    [
      {
        ...accounted,
        id: 'first',
        uses: [
          { ...once, verb: 'load' },
          { ...once, verb: 'score', calls: 2, requests: 2 },
          { ...once, verb: 'sample', requests: 2 },
        ],
      },
      { ...accounted, id: 'second', uses: [{ ...once, verb: 'score' }] },
      { ...accounted, id: 'third', uses: [] },
    ],
  )
})
