/** What every engine must satisfy; each engine's own test applies it. */
import test from 'ava'
import fc from 'fast-check'
import type { Device, ModelState, Sample, SampleRequest, Sequence, Tensor } from '../../src/device/device.ts'
import type { Objective } from '../../src/losses/objective.ts'
import { rootKey } from '../../src/math/random.ts'
import {
  bareUpdate,
  chain,
  exampleOf,
  ids,
  livelyModel,
  pathTo,
  request,
  smallConfig,
  tree,
  usualUpdate,
  vocabulary,
} from './device-cases.ts'

const objectives: readonly Objective[] = [{ kind: 'cross-entropy' }, { kind: 'clipped', clip: 0.2, klWeight: 0.1 }]
const untied = { ...smallConfig, tie_word_embeddings: false, num_key_value_heads: 4 }
const runs = { numRuns: 8, endOnFailure: true }

/** @param tolerance largest difference of log-probabilities, in nats, between two ways to the same number. */
export function deviceLaws(name: string, createDevice: () => Promise<Device>, tolerance: number): void {
  let created: Promise<Device> | undefined
  const opened = async (model: ModelState = livelyModel(smallConfig, 1)): Promise<Device> => {
    created ??= createDevice()
    const device = await created
    await device.load('m', model)
    return device
  }
  test.after.always(async () => {
    await (await created)?.close()
  })
  const close = (actual: ArrayLike<number>, expected: ArrayLike<number>, by = tolerance): boolean =>
    actual.length === expected.length && Array.from(actual).every((value, at) => Math.abs(value - expected[at]!) <= by)

  for (const objective of objectives) {
    for (const [kind, sequence] of Object.entries({ chain: chain(20, 6), tree: tree(20, 6) })) {
      for (const config of [smallConfig, untied]) {
        const title = `${objective.kind} on a ${kind}, ${config.tie_word_embeddings ? 'tied' : 'untied'}`
        test.serial(`${name}: gradients equal finite differences: ${title}`, async t => {
          await fc.assert(
            fc.asyncProperty(sequence, fc.nat({ max: 1000 }), async (drawn, seed) => {
              const state = livelyModel(config, seed)
              const device = await opened(state)
              const [logprobs] = await device.score('m', [drawn])
              const examples = [exampleOf(drawn, logprobs!)]
              const lossOf = async (weights: Readonly<Record<string, Tensor>>): Promise<number> => {
                await device.load('shifted', { config, weights })
                const { loss, weight } = await device.accumulate('shifted', examples, objective)
                return loss / weight
              }
              await device.accumulate('m', examples, objective)
              await device.update('m', bareUpdate)
              const gradients = (await device.save('m')).optimiser!.first
              for (const [tensor, { data }] of Object.entries(gradients)) {
                const length = Math.hypot(...data)
                if (length < 1e-3) continue
                const shifted = (by: number) => {
                  const { shape, data: weight } = state.weights[tensor]!
                  const moved = weight.map((value, at) => value + (by * data[at]!) / length)
                  return { ...state.weights, [tensor]: { shape, data: moved } }
                }
                const slope = ((await lossOf(shifted(5e-3))) - (await lossOf(shifted(-5e-3)))) / 1e-2
                t.true(
                  Math.abs(slope - length) < 2e-2 * length + 2e-3,
                  `${tensor}: gradient ${length}, finite difference ${slope}`,
                )
              }
            }),
            { numRuns: 2, endOnFailure: true },
          )
        })
      }
    }
  }

  test.serial(`${name}: a sample does not depend, to the last bit, on what else is in the batch`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(request('own'), { minLength: 2, maxLength: 9 }), async drawn => {
        const device = await opened()
        const requests = drawn.map((each, index) => ({ ...each, cache: `c${index}` }))
        const together = await device.sample('m', requests)
        for (const [index, alone] of requests.entries()) {
          t.deepEqual((await device.sample('m', [{ ...alone, cache: `alone ${index}` }]))[0], together[index])
        }
        await device.release(
          'm',
          requests.flatMap(({ cache }, index) => [cache, `alone ${index}`]),
        )
      }),
      runs,
    )
  })

  test.serial(`${name}: a score does not depend, to the last bit, on what else is in the batch`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(chain(70), tree(70)), { minLength: 2, maxLength: 6 }), async sequences => {
        const device = await opened()
        const together = await device.score('m', sequences)
        for (const [index, alone] of sequences.entries()) {
          t.deepEqual((await device.score('m', [alone]))[0], together[index])
        }
      }),
      runs,
    )
  })

  test.serial(`${name}: log-probabilities of samples are those of score, over several turns of a context`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(request('kept'), { minLength: 1, maxLength: 3 }), async turns => {
        const device = await opened()
        await device.release('m', ['kept'])
        const trunk: number[] = []
        for (const turn of turns.map(each => ({ ...each, tokens: each.tokens.slice(0, 12) }))) {
          const judged = await sampleOne(device, turn)
          trunk.push(...turn.tokens)
          for (const sample of judged) t.true(await scoresAs(device, [...trunk, ...turn.cue], sample))
          const silent = { ...turn, tokens: new Int32Array(0), cue: new Int32Array(0), count: 1, keep: true }
          const [kept] = await sampleOne(device, silent)
          t.true(await scoresAs(device, trunk, kept!))
          trunk.push(...kept!.tokens)
        }
      }),
      runs,
    )
  })

  test.serial(`${name}: a context cut into turns gives what it gives at once`, async t => {
    await fc.assert(
      fc.asyncProperty(ids(40, 2), fc.nat({ max: 100 }), async (tokens, place) => {
        const device = await opened()
        await device.release('m', ['cut', 'whole'])
        const at = 1 + (place % (tokens.length - 1))
        const first = { ...greedy('cut', tokens.slice(0, at)), cue: Int32Array.of(2), count: 2 }
        await sampleOne(device, first)
        const [cut] = await sampleOne(device, greedy('cut', tokens.slice(at)))
        const [whole] = await sampleOne(device, greedy('whole', tokens))
        t.deepEqual(cut!.tokens, whole!.tokens)
        t.true(close(cut!.logprobs, whole!.logprobs))
      }),
      runs,
    )
  })

  test.serial(`${name}: requests that continue one context in one batch are answered in their order`, async t => {
    const device = await opened()
    const turns = [Int32Array.of(3, 4), Int32Array.of(5), Int32Array.of(6, 7, 8)]
    const asked = turns.map(tokens => ({ ...greedy('one', tokens), keep: true }))
    const together = await device.sample('m', asked)
    await device.release('m', ['one'])
    for (const [index, turn] of asked.entries()) t.deepEqual((await device.sample('m', [turn]))[0], together[index])
  })

  test.serial(`${name}: a tree scores as its paths do apart`, async t => {
    await fc.assert(
      fc.asyncProperty(tree(24), async sequence => {
        const device = await opened()
        const paths = Array.from(sequence.tokens, (_, token): Sequence => ({ tokens: pathTo(sequence, token) }))
        const [whole, ...apart] = await device.score('m', [sequence, ...paths])
        t.true(
          close(
            whole!,
            apart.map(logprobs => logprobs.at(-1)!),
          ),
        )
      }),
      runs,
    )
  })

  test.serial(`${name}: gradients of a batch and of its parts one after another are the same mean`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree(20, 6), { minLength: 2, maxLength: 5 }), async sequences => {
        const device = await opened()
        await device.load('parts', livelyModel(smallConfig, 1))
        const logprobs = await device.score('m', sequences)
        const examples = sequences.map((sequence, index) => exampleOf(sequence, logprobs[index]!))
        await device.accumulate('m', examples, objectives[1]!)
        for (const example of examples) {
          for (const span of example.spans) {
            await device.accumulate('parts', [{ ...example, spans: [span] }], objectives[1]!)
          }
        }
        const whole = await device.update('m', bareUpdate)
        const parts = await device.update('parts', bareUpdate)
        t.true(Math.abs(whole.gradientNorm - parts.gradientNorm) < 1e-3 * whole.gradientNorm)
        const [a, b] = [(await device.save('m')).optimiser!.first, (await device.save('parts')).optimiser!.first]
        for (const [tensor, { data }] of Object.entries(a)) {
          t.true(close(data, b[tensor]!.data, 1e-3 * whole.gradientNorm), tensor)
        }
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  test.serial(`${name}: a span of weight 2 counts as the span twice`, async t => {
    const device = await opened()
    await device.load('twice', livelyModel(smallConfig, 1))
    const sequence = { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6) }
    const span = { start: 2, end: 6, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
    const other = { ...span, start: 6, end: 8 }
    const cross = objectives[0]!
    const once = await device.accumulate('m', [{ sequence, spans: [{ ...span, weight: 2 }, other] }], cross)
    const twice = await device.accumulate('twice', [{ sequence, spans: [span, span, other] }], cross)
    t.true(Math.abs(once.loss - twice.loss) < tolerance && once.weight === twice.weight)
    t.is(twice.spans, 3)
    const norms = [await device.update('m', bareUpdate), await device.update('twice', bareUpdate)]
    t.true(Math.abs(norms[0]!.gradientNorm - norms[1]!.gradientNorm) < 1e-4 * norms[0]!.gradientNorm)
  })

  test.serial(`${name}: training lowers the loss, and a saved model goes on exactly as it would have`, async t => {
    const device = await opened()
    const sequence = { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6, 5, 3) }
    const span = { start: 1, end: 10, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
    const train = async (model: string, times: number): Promise<number> => {
      let last = NaN
      for (let time = 0; time < times; time += 1) {
        last = (await device.accumulate(model, [{ sequence, spans: [span] }], objectives[0]!)).loss
        await device.update(model, usualUpdate)
      }
      return last
    }
    const first = await train('m', 1)
    await train('m', 10)
    const saved = await device.save('m')
    const frozen = structuredClone(saved)
    t.true((await train('m', 5)) < first)
    t.deepEqual(saved, frozen)
    await device.load('again', saved)
    await train('again', 5)
    t.deepEqual(await device.save('again'), await device.save('m'))
    const asked = { ...greedy('after', Int32Array.of(3, 1)), temperature: 1, maxTokens: 6 }
    t.deepEqual(await device.sample('again', [asked]), await device.sample('m', [asked]))
  })

  test.serial(`${name}: after an update a running context is read with the new weights`, async t => {
    const device = await opened()
    await sampleOne(device, greedy('running', Int32Array.of(2, 3, 5)))
    const spans = [{ start: 1, end: 4, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }]
    await device.accumulate('m', [{ sequence: { tokens: Int32Array.of(1, 2, 3, 4) }, spans }], objectives[0]!)
    await device.update('m', { ...usualUpdate, learningRate: 0.1 })
    const [sample] = await sampleOne(device, greedy('running', Int32Array.of(7)))
    t.true(await scoresAs(device, [2, 3, 5, 7], sample!))
  })

  test.serial(`${name}: wrong requests are refused by name and leave the device usable`, async t => {
    const device = await opened()
    const refused = async (work: () => Promise<unknown>, message: RegExp): Promise<void> => {
      await t.throwsAsync(work, { instanceOf: RangeError, message })
    }
    const tokens = Int32Array.of(1, 2, 3)
    const span = { start: 1, end: 3, advantage: 1, oldLogprobs: new Float32Array(2), weight: 1 }
    const accumulating = (change: Partial<typeof span>, sequence: Sequence = { tokens }) =>
      device.accumulate('m', [{ sequence, spans: [{ ...span, ...change }] }], objectives[1]!)
    const sampling = (change: Partial<SampleRequest>) => device.sample('m', [{ ...greedy('r', tokens), ...change }])
    await refused(() => device.score('nobody', [{ tokens }]), /nobody/)
    await refused(() => device.score('m', []), /empty/)
    await refused(() => device.sample('m', []), /empty/)
    await refused(() => device.accumulate('m', [], objectives[0]!), /empty/)
    await refused(() => device.score('m', [{ tokens: Int32Array.of(vocabulary) }]), /23/)
    await refused(() => device.score('m', [{ tokens: Int32Array.of(-1) }]), /-1/)
    await refused(() => device.score('m', [{ tokens, parents: Int32Array.of(-1, 1, 0) }]), /parent/)
    await refused(() => device.score('m', [{ tokens, parents: Int32Array.of(-1) }]), /parents/)
    await refused(() => device.score('m', [{ tokens: new Int32Array(97) }]), /max_position_embeddings.*97/)
    await refused(() => accumulating({ start: 0 }), /parent/)
    await refused(() => accumulating({ end: 4 }), /span/)
    await refused(() => accumulating({ weight: 0 }), /weight/)
    await refused(() => accumulating({ oldLogprobs: new Float32Array(1) }), /oldLogprobs/)
    await refused(() => sampling({ count: 0 }), /count/)
    await refused(() => sampling({ maxTokens: 0 }), /maxTokens/)
    await refused(() => sampling({ temperature: -1 }), /temperature/)
    await refused(() => sampling({ topP: 0 }), /topP/)
    await refused(() => sampling({ keep: true, count: 2 }), /keep/)
    await refused(() => sampling({ maxTokens: 94 }), /max_position_embeddings/)
    await refused(() => sampling({ tokens: new Int32Array(0) }), /empty/)
    await refused(() => device.update('m', usualUpdate), /accumulated/)
    await refused(() => device.update('m', { ...usualUpdate, learningRate: NaN }), /learningRate/)
    t.is((await sampling({})).length, 1)
  })

  test.serial(
    `${name}: a model with missing, extra, misshapen or non-finite tensors is refused by the tensor's name`,
    async t => {
      const device = await opened()
      const { config, weights } = livelyModel(smallConfig, 1)
      const { 'model.norm.weight': norm, ...rest } = weights
      const loading = (wrong: Readonly<Record<string, Tensor>>) => () =>
        device.load('wrong', { config, weights: wrong })
      const message = /model\.norm\.weight/
      await t.throwsAsync(loading(rest), { instanceOf: RangeError, message })
      await t.throwsAsync(loading({ ...weights, extra: norm! }), { instanceOf: RangeError, message: /extra/ })
      const short = { shape: [15], data: new Float32Array(15) }
      await t.throwsAsync(loading({ ...rest, 'model.norm.weight': short }), { instanceOf: RangeError, message })
      const broken = { shape: [16], data: new Float32Array(16).fill(NaN) }
      await t.throwsAsync(loading({ ...rest, 'model.norm.weight': broken }), { instanceOf: RangeError, message })
    },
  )

  test.serial(`${name}: a gradient that is not finite is an error and leaves the model as it was`, async t => {
    const device = await opened()
    const sequence = { tokens: Int32Array.of(1, 2, 3) }
    const [logprobs] = await device.score('m', [sequence])
    const span = { start: 1, end: 3, oldLogprobs: logprobs!.slice(1), weight: 1 }
    const wild = { sequence, spans: [{ ...span, advantage: 1e300 }] }
    await t.throwsAsync(() => device.accumulate('m', [wild], objectives[1]!), { message: /\bm\b.*not finite/ })
    await t.throwsAsync(() => device.update('m', usualUpdate), { message: /accumulated/ })
    t.deepEqual((await device.save('m')).weights, livelyModel(smallConfig, 1).weights)
    await device.accumulate('m', [{ sequence, spans: [{ ...span, advantage: 1 }] }], objectives[1]!)
    t.is((await device.update('m', usualUpdate)).step, 1)
  })

  async function scoresAs(device: Device, before: readonly number[], { tokens, logprobs }: Sample): Promise<boolean> {
    const [scored] = await device.score('m', [{ tokens: Int32Array.from([...before, ...tokens]) }])
    return close(logprobs, scored!.slice(before.length))
  }
}

const greedy = (cache: string, tokens: Int32Array): SampleRequest => ({
  cache,
  tokens,
  cue: new Int32Array(0),
  count: 1,
  keep: false,
  maxTokens: 4,
  temperature: 0,
  topP: 1,
  stop: [],
  key: rootKey(1),
})

const sampleOne = async (device: Device, asked: SampleRequest): Promise<readonly Sample[]> =>
  (await device.sample('m', [asked]))[0]!
