/** The fast engine computes what plain TensorFlow.js with its own differentiation does. */
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import type { Device, Example, ModelState, SampleRequest, Sequence, Tensor } from '../../src/contracts/models/device.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { createTfjsDevice } from '../../src/engine/tfjs/create-tfjs-device.ts'
import type { Objective } from '../../src/losses/objective.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import type { ModelConfig } from '../../src/contracts/models/model-config.ts'
import { present } from '../fixtures/present.ts'
import { nth } from '../../src/math/nth.ts'
import { normOf } from '../laws/device/device-cases.ts'
import { adaptedConfig, randomState } from '../model/random-model.ts'

/** Both compute in float32, in another order. */
const tolerance = 2e-5

const devices = async (t: ExecutionContext): Promise<readonly [Device, Device]> => {
  const both = [await createOnnxDevice({ threads: 1 }), await createTfjsDevice({ backend: 'cpu' })] as const
  t.teardown(async () => {
    for (const device of both) await device.close()
  })
  return both
}

/** Trees, forests and chains of up to 14 tokens. */
const sequences = ({ vocab_size: size }: ModelConfig): fc.Arbitrary<Sequence> =>
  fc
    .record({
      tokens: fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 14 }),
      parents: fc.array(fc.nat(), { minLength: 14, maxLength: 14 }),
      form: fc.constantFrom('chain', 'tree', 'forest'),
    })
    .map(({ tokens, parents, form }) => {
      const parentOf = (index: number) =>
        index === 0 ? -1 : form === 'tree' ? nth(parents, index) % index : (nth(parents, index) % (index + 1)) - 1
      const ids = Int32Array.from(tokens)
      return form === 'chain'
        ? { tokens: ids }
        : { tokens: ids, parents: Int32Array.from(tokens, (_, index) => parentOf(index)) }
    })

/** One span for each run of tokens that have parents, longest 4. */
function spansOf(sequence: Sequence, seed: number): Example['spans'] {
  const { uniform, integer, normal } = randomFrom(rootKey(seed))
  const hasParent = (index: number) => index < sequence.tokens.length && (sequence.parents?.[index] ?? index - 1) >= 0
  const spans: Example['spans'][number][] = []
  for (let start = 0; start < sequence.tokens.length; start += 1) {
    if (!hasParent(start)) continue
    let end = start + 1
    for (const last = end + integer(4); end < last && hasParent(end);) end += 1
    const oldLogprobs = Float32Array.from({ length: end - start }, () => -2 + 0.3 * normal())
    spans.push({ start, end, advantage: normal(), oldLogprobs, weight: 0.5 + uniform() })
    start = end
  }
  return spans
}

const objective: fc.Arbitrary<Objective> = fc.constantFrom<Objective>(
  { kind: 'cross-entropy' },
  { kind: 'clipped', clip: 0.2, klWeight: 0.01 },
)
const model = adaptedConfig.chain(config =>
  fc.record({
    config: fc.constant(config),
    seed: fc.nat(1000),
    batch: fc.array(sequences(config), { minLength: 1, maxLength: 4 }),
  }),
)

test('scores are the same', async t => {
  const both = await devices(t)
  await fc.assert(
    fc.asyncProperty(model, async ({ config, seed, batch }) => {
      const state = randomState(config, seed)
      const [fast, plain] = await onBoth(both, async device => {
        await device.load('m', state)
        return device.logprobs('m', batch)
      })
      near(t, fast.map(numbers), plain.map(numbers))
    }),
    { numRuns: 12, seed: 1 },
  )
})

test('losses, gradients and updates are the same', async t => {
  const both = await devices(t)
  /* A large epsilon: with a small one the first step is the gradient's sign, which rounding may turn where it is 0. */
  const options = { learningRate: 0.05, clipNorm: 0.7, beta1: 0.9, beta2: 0.99, epsilon: 0.1, weightDecay: 0.01 }
  await fc.assert(
    fc.asyncProperty(model, objective, async ({ config, seed, batch }, goal) => {
      const state = randomState(config, seed)
      const examples = batch
        .map((sequence, index) => ({ sequence, spans: spansOf(sequence, seed + index) }))
        .filter(({ spans }) => spans.length > 0)
      fc.pre(examples.length > 0)
      const [fast, plain] = await onBoth(both, async device => {
        await device.load('m', state)
        const parts = [
          await device.forwardBackward('m', examples, goal),
          await device.forwardBackward('m', examples.slice(0, 1), goal),
        ]
        const first = await device.optimStep('m', options)
        parts.push(await device.forwardBackward('m', examples, goal))
        const second = await device.optimStep('m', options)
        return {
          /* Only the fast engine pads. */
          parts: parts.flatMap(part => Object.values({ ...part, padding: 0 }).map(Number)),
          norms: [normOf(first), normOf(second)],
          saved: await device.save('m'),
        }
      })
      near(t, [fast.parts], [plain.parts], 10 * tolerance)
      near(t, [fast.norms], [plain.norms], 10 * tolerance)
      for (const part of ['weights', 'first', 'second'] as const)
        near(t, tensorsOf(fast.saved, part), tensorsOf(plain.saved, part))
      t.is(fast.saved.optimiser?.step, 2)
    }),
    { numRuns: 12, seed: 1 },
  )
})

test('samples are the same, greedy and drawn, over turns, cues, branches and an update', async t => {
  const both = await devices(t)
  const turn = (config: ModelConfig) =>
    fc.record({
      sequenceId: fc.constantFrom('a', 'b', 'c'),
      tokens: fc.array(fc.nat(config.vocab_size - 1), { minLength: 1, maxLength: 3 }),
      promptSuffix: fc.array(fc.nat(config.vocab_size - 1), { maxLength: 2 }),
      count: fc.integer({ min: 1, max: 3 }),
      appendToContext: fc.boolean(),
      maxTokens: fc.integer({ min: 1, max: 3 }),
      temperature: fc.constantFrom(0, 0.8, 1),
      topP: fc.constantFrom(0.9, 1),
      stop: fc.constantFrom([], [0], [1, 2]),
      key: fc.record({ high: fc.nat(), low: fc.nat() }),
    })
  const talk = adaptedConfig.chain(config =>
    fc.record({
      config: fc.constant(config),
      seed: fc.nat(1000),
      turns: fc.array(fc.array(turn(config), { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 2 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(talk, async ({ config, seed, turns }) => {
      const requests = turns.map(batch => batch.map(request))
      const [fast, plain] = await onBoth(both, async device => {
        await device.load('m', randomState(config, seed))
        const before = await device.sample('m', nth(requests, 0))
        const examples = [
          { sequence: { tokens: Int32Array.of(1, 2, 3) }, spans: spansOf({ tokens: Int32Array.of(1, 2, 3) }, seed) },
        ]
        await device.forwardBackward('m', examples, { kind: 'cross-entropy' })
        await device.optimStep('m', {
          learningRate: 0.05,
          clipNorm: 1,
          beta1: 0.9,
          beta2: 0.99,
          epsilon: 0.1,
          weightDecay: 0,
        })
        await device.release('m', ['c'])
        return [...before, ...(await device.sample('m', nth(requests, 1)))].flat()
      })
      t.deepEqual(
        fast.map(({ tokens, finish }) => ({ tokens, finish })),
        plain.map(({ tokens, finish }) => ({ tokens, finish })),
      )
      near(
        t,
        fast.map(({ logprobs }) => numbers(logprobs)),
        plain.map(({ logprobs }) => numbers(logprobs)),
      )
    }),
    { numRuns: 15, seed: 1 },
  )
})

function request({
  appendToContext,
  promptSuffix,
  count,
  tokens,
  ...rest
}: Omit<SampleRequest, 'tokens' | 'promptSuffix'> & {
  readonly tokens: readonly number[]
  readonly promptSuffix: readonly number[]
}): SampleRequest {
  return {
    ...rest,
    appendToContext,
    tokens: Int32Array.from(tokens),
    promptSuffix: Int32Array.from(appendToContext ? [] : promptSuffix),
    count: appendToContext ? 1 : count,
  }
}

async function onBoth<T>(
  [fast, plain]: readonly [Device, Device],
  run: (device: Device) => Promise<T>,
): Promise<readonly [T, T]> {
  return [await run(fast), await run(plain)]
}

function tensorsOf(state: ModelState, part: 'weights' | 'first' | 'second'): readonly (readonly number[])[] {
  const tensors: Readonly<Record<string, Tensor>> = part === 'weights' ? state.weights : (state.optimiser?.[part] ?? {})
  return Object.keys(tensors).map(name => numbers(present(tensors[name]).data))
}

function numbers(array: Float32Array): readonly number[] {
  return [...array]
}

/** Differences are relative where numbers are larger than 1. */
function near(
  t: ExecutionContext,
  actual: readonly (readonly number[])[],
  expected: readonly (readonly number[])[],
  limit = tolerance,
): void {
  t.deepEqual(
    actual.map(row => row.length),
    expected.map(row => row.length),
  )
  const worst = Math.max(
    0,
    ...actual.flatMap((row, index) =>
      row.map((value, at) => Math.abs(value - nth(nth(expected, index), at)) / Math.max(1, Math.abs(value))),
    ),
  )
  t.true(worst <= limit, `differs by ${worst}, more than ${limit}`)
}
