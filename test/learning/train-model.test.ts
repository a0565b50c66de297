import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import type { Failure } from '../../src/contracts/failure.ts'
import { rootKey } from '../../src/math/random.ts'
import type { ForwardBackwardCall, OptimStepCall } from '../../src/contracts/messages/run.ts'
import type { ToTrainer } from '../../src/contracts/messages/calls.ts'
import { FailedBatchError } from '../../src/learning/failed-batch.ts'
import { endpointOf, type Logged } from '../run/actors/usual-actors.ts'
import { createLanguageModels } from '../../src/run/actors/language-models.ts'
import { createClient } from '../../src/run/actors/client.ts'
import { packEpisode, type Packed } from '../../src/learning/packing/packing.ts'
import { chunks, trainModel, type TrainModelOptions } from '../../src/learning/train-model.ts'
import { votedEpisode } from '../run/rollout-arbitraries.ts'
import { memoryOf } from '../run/actors/stage.ts'

/** A gpu that counts: every token has log-probability −its place, every span a loss of 2. */
function gpu(failing: { readonly kind: string; readonly call: number } | null = null) {
  const inbox = new Subject<ToTrainer>()
  const accumulated: ForwardBackwardCall[] = []
  const updates: OptimStepCall[] = []
  const kinds: string[] = []
  const routed = { to: 'trainer', from: 'gpu' } as const
  const reply = (message: Logged): ToTrainer | null => {
    switch (message.kind) {
      case 'logprobs': {
        const logprobs = message.sequences.map(({ tokens }) => Float32Array.from(tokens.keys(), place => -place))
        return { ...routed, kind: 'logprobs-done', id: message.id, logprobs }
      }
      case 'forward-backward': {
        accumulated.push(message)
        const spans = message.examples.reduce((sum, example) => sum + example.spans.length, 0)
        const sums = {
          spans,
          tokens: 2 * spans,
          loss: 2 * spans,
          weight: spans,
          kl: spans,
          clipped: spans,
          entropy: 3 * spans,
          read: 6 * spans,
          padding: 2 * spans,
        }
        return { ...routed, kind: 'forward-backward-done', id: message.id, sums }
      }
      case 'snapshot':
        return {
          ...routed,
          kind: 'snapshot-done',
          id: message.id,
          model: message.model,
          reference: memoryOf([kinds.length]),
        }
      case 'optim-step':
        updates.push(message)
        return {
          ...routed,
          kind: 'optim-step-done',
          id: message.id,
          updated: { step: updates.length, gradientNorm: 3 },
        }
      default:
        return null
    }
  }
  const send = (message: Logged) => {
    kinds.push(message.kind)
    const fails = message.kind === failing?.kind && kinds.filter(kind => kind === failing.kind).length === failing.call
    const answer =
      fails && 'id' in message ? { ...routed, kind: 'failed' as const, id: message.id, failure } : reply(message)
    if (answer !== null) inbox.next(answer)
  }
  return {
    model: createLanguageModels(createClient(endpointOf({ inbox, send })))('policy'),
    accumulated,
    updates,
    kinds,
  }
}

const failure: Failure = {
  kind: 'not-finite',
  model: 'policy',
  tensors: ['the loss'],
  reason: 'the loss is not finite',
}

const packedOf = (count: number): Packed[] =>
  Array.from({ length: count }, (_, index) =>
    packEpisode(votedEpisode({ won: true, votes: [[1], [1]] }).episode, [
      { advantage: index + 1, weight: 1, isStale: false },
      null,
    ]),
  )
const options: Omit<TrainModelOptions, 'model' | 'packed' | 'minibatches' | 'key'> = {
  oldLogprobs: 'scored',
  objective: { kind: 'clipped', clip: 0.2, klWeight: 0.01 },
  clipNorm: 1,
  learningRate: 1e-3,
  dropped: { late: 2 },
  ages: [],
  ratioCap: 2,
}

test('every sample is trained on once, in at most as many updates as asked for, the last minibatch included', async t => {
  const sizes = fc.record({ count: fc.integer({ min: 1, max: 30 }), minibatches: fc.integer({ min: 1, max: 8 }) })
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async ({ count, minibatches }, seed) => {
      const { model, accumulated, updates } = gpu()
      const packed = packedOf(count)
      const { metrics, version } = await trainModel({ ...options, model, packed, minibatches, key: rootKey(seed) })
      t.is(version, updates.length)
      const advantages = accumulated.flatMap(({ examples }) =>
        examples.flatMap(({ spans }) => spans.map(span => span.advantage)),
      )
      t.deepEqual(
        [...advantages].sort((a, b) => a - b),
        packed.map((_, index) => index + 1),
      )
      t.true(updates.length <= minibatches && updates.length === accumulated.length)
      t.like(metrics, { samples: count, updates: updates.length, loss: 2, kl: 0.5, clipShare: 0.5, gradientNorm: 3 })
      t.like(metrics, { entropy: 1.5, paddingShare: 0.25 })
    }),
    { numRuns: 40 },
  )
})

test('a sample that older weights drew counts by its truncated importance ratio', async t => {
  const { model, accumulated } = gpu()
  const stale = (advantage: number, behaviour: number): Packed => {
    const { episode } = votedEpisode({ won: true, votes: [[1]] })
    const steps = episode.steps.map(step => ({ ...step, logprobs: Float32Array.of(behaviour) }))
    return packEpisode({ ...episode, steps }, [{ advantage, weight: 1, isStale: true }])
  }
  /* The gpu of this test scores the action with −1. */
  const packed = [stale(1, -1), stale(1, -1.5), stale(1, -3), ...packedOf(1)]
  const done = await trainModel({ ...options, ages: [0, 1, 1, 2], model, packed, minibatches: 1, key: rootKey(1) })
  const advantages = accumulated.flatMap(({ examples }) =>
    examples.flatMap(({ spans }) => spans.map(each => each.advantage)),
  )
  t.deepEqual(advantages.sort(), [1, 1, Math.exp(0.5), 2].sort())
  t.like(done.metrics, { meanRatio: (1 + Math.exp(0.5) + 2) / 3, meanStaleness: 1, largestStaleness: 2 })
})

test('log-probabilities of before are scored once, before the first update', async t => {
  const { model, accumulated, kinds } = gpu()
  await trainModel({ ...options, model, packed: packedOf(600), minibatches: 2, key: rootKey(1) })
  t.deepEqual(kinds, [
    'logprobs',
    'logprobs',
    'logprobs',
    'forward-backward',
    'optim-step',
    'forward-backward',
    'optim-step',
  ])
  for (const { start, oldLogprobs } of accumulated.flatMap(({ examples }) => examples.flatMap(({ spans }) => spans)))
    t.deepEqual([...oldLogprobs], [-start])
})

test('log-probabilities as sampled are trained on without scoring; what older weights drew is scored all the same', async t => {
  const sampled = { ...options, oldLogprobs: 'sampled', minibatches: 1, key: rootKey(1) } as const
  const recordedOf = ({ targets }: Packed) => targets.map(({ behaviour }) => behaviour)
  const fresh = packedOf(3)
  const { model, accumulated, kinds } = gpu()
  const { metrics } = await trainModel({ ...sampled, model, packed: fresh })
  t.deepEqual(kinds, ['forward-backward', 'optim-step'])
  t.deepEqual(
    accumulated.flatMap(({ examples }) => examples.flatMap(({ spans }) => spans.map(each => each.oldLogprobs))),
    fresh.flatMap(recordedOf),
  )
  /* The gpu of this test has a KL of ½ a token. */
  t.is(metrics.mismatch, 1)

  const mixed = gpu()
  const stale = fresh.map(each => ({ ...each, targets: each.targets.map(one => ({ ...one, isStale: true })) }))
  const done = await trainModel({ ...sampled, model: mixed.model, packed: [...fresh, ...stale] })
  t.deepEqual(mixed.kinds, ['logprobs', 'forward-backward', 'optim-step'])
  t.not(done.metrics.meanRatio, null)
  /* That gpu counts 24 tokens of six samples; three samples of two tokens are scored. */
  t.is(done.metrics.mismatch, Math.sqrt(24 / (24 - 6)))
})

test('the mismatch of a scored batch is that of its scores and what was recorded', async t => {
  const { model } = gpu()
  const packed = packedOf(2)
  const { metrics } = await trainModel({ ...options, model, packed, minibatches: 1, key: rootKey(1) })
  const differences = packed.flatMap(({ targets }) =>
    targets.flatMap(({ start, behaviour }) => Array.from(behaviour, (value, place) => -(start + place) - value)),
  )
  t.is(metrics.mismatch, Math.sqrt(differences.reduce((sum, value) => sum + value ** 2, 0) / differences.length))
})

test('with nothing to train on nothing is asked, and there is no loss', async t => {
  const { model, kinds } = gpu()
  const { metrics, version } = await trainModel({ ...options, model, packed: [], minibatches: 4, key: rootKey(1) })
  t.is(version, null)
  t.deepEqual(kinds, [])
  t.deepEqual(metrics, {
    samples: 0,
    dropped: { late: 2 },
    meanStaleness: null,
    largestStaleness: 0,
    meanRatio: null,
    mismatch: null,
    updates: 0,
    loss: null,
    kl: null,
    clipShare: null,
    entropy: null,
    gradientNorm: null,
    paddingShare: null,
    learningRate: 1e-3,
  })
})

test('with numbers out of bounds the batch goes along with the error, and the model as it is then', async t => {
  const fails = fc.record({
    kind: fc.constantFrom('forward-backward', 'optim-step'),
    call: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fails, async failing => {
      const { model, accumulated, updates, kinds } = gpu(failing)
      const training = trainModel({ ...options, model, packed: packedOf(16), minibatches: 4, key: rootKey(1) })
      const error = await t.throwsAsync(training, { instanceOf: FailedBatchError })
      const { model: name, reference, tensors, call } = error.batch
      t.deepEqual([name, tensors, call.verb], ['policy', ['the loss'], failing.kind])
      if (call.verb === 'logprobs') return t.fail()
      t.is(call.examples.length, 4)
      if (failing.kind === 'optim-step') t.is(call.examples, accumulated.at(-1)!.examples)
      t.is(updates.length, failing.call - 1)
      t.is(kinds.at(-1), 'snapshot')
      t.deepEqual(reference, memoryOf([kinds.length]))
    }),
    { numRuns: 8 },
  )
  const { model } = gpu({ kind: 'logprobs', call: 1 })
  const scoring = trainModel({ ...options, model, packed: packedOf(3), minibatches: 4, key: rootKey(1) })
  const error = await t.throwsAsync(scoring, { instanceOf: FailedBatchError })
  t.is(error?.message, 'model policy: the loss is not finite, in logprobs of a batch of 3 sequences')
})

test('chunks are all items in order, none larger than its size', t => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), (items, size) => {
      const pieces = chunks(items, size)
      t.deepEqual(pieces.flat(), items)
      t.true(pieces.slice(0, -1).every(({ length }) => length === size))
    }),
  )
})
