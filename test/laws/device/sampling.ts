/** Samples are drawn from what `score` says, over all the turns of a context and after every update. */
import test from 'ava'
import fc from 'fast-check'
import type { Device, Sample, SampleRequest } from '../../../src/contracts/models/device.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { greedy, ids, livelyModel, objectives, request, runs, smallConfig, usualUpdate } from './device-cases.ts'
import type { Subject } from './subject.ts'

export function samplingLaws({ name, opened, close }: Subject): void {
  test.serial(`${name}: log-probabilities of samples are those of score, over several turns of a context`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(request('kept'), { minLength: 1, maxLength: 3 }), async turns => {
        const device = await opened()
        await device.release('m', ['kept'])
        const prefix: number[] = []
        for (const turn of turns.map(each => ({ ...each, tokens: each.tokens.slice(0, 12) }))) {
          const sampled = await sampleOne(device, turn)
          prefix.push(...turn.tokens)
          for (const sample of sampled) t.true(await scoresAs(device, [...prefix, ...turn.promptSuffix], sample))
          const silent = {
            ...turn,
            tokens: new Int32Array(0),
            promptSuffix: new Int32Array(0),
            count: 1,
            appendToContext: true,
          }
          const [kept] = await sampleOne(device, silent)
          t.true(await scoresAs(device, prefix, present(kept)))
          prefix.push(...present(kept).tokens)
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
        const first = { ...greedy('cut', tokens.slice(0, at)), promptSuffix: Int32Array.of(2), count: 2 }
        await sampleOne(device, first)
        const [cut] = await sampleOne(device, greedy('cut', tokens.slice(at)))
        const [whole] = await sampleOne(device, greedy('whole', tokens))
        t.deepEqual(present(cut).tokens, present(whole).tokens)
        t.true(close(present(cut).logprobs, present(whole).logprobs))
      }),
      runs,
    )
  })

  test.serial(`${name}: requests that continue one context in one batch are answered in their order`, async t => {
    const device = await opened()
    const turns = [Int32Array.of(3, 4), Int32Array.of(5), Int32Array.of(6, 7, 8)]
    const asked = turns.map(tokens => ({ ...greedy('one', tokens), appendToContext: true }))
    const together = await device.sample('m', asked)
    await device.release('m', ['one'])
    for (const [index, turn] of asked.entries()) t.deepEqual((await device.sample('m', [turn]))[0], together[index])
  })

  test.serial(
    `${name}: after an update a running context is read with the new weights, an adapter's as well`,
    async t => {
      const adapters = [
        ['v_proj', 'up_proj'],
        ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'down_proj'],
      ] as const
      const configs = adapters.map(targets => ({
        ...smallConfig,
        lora: { r: 3, lora_alpha: 4, target_modules: targets },
      }))
      for (const config of [smallConfig, ...configs]) {
        const device = await opened(livelyModel(config, 1))
        await sampleOne(device, greedy('running', Int32Array.of(2, 3, 5)))
        const spans = [{ start: 1, end: 4, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }]
        await device.forwardBackward(
          'm',
          [{ sequence: { tokens: Int32Array.of(1, 2, 3, 4) }, spans }],
          nth(objectives, 0),
        )
        await device.optimStep('m', { ...usualUpdate, learningRate: 0.1 })
        const [sample] = await sampleOne(device, greedy('running', Int32Array.of(7)))
        t.true(await scoresAs(device, [2, 3, 5, 7], present(sample)))
      }
    },
  )

  async function scoresAs(device: Device, before: readonly number[], { tokens, logprobs }: Sample): Promise<boolean> {
    const [scored] = await device.logprobs('m', [{ tokens: Int32Array.from([...before, ...tokens]) }])
    return close(logprobs, present(scored).slice(before.length))
  }
}

const sampleOne = async (device: Device, asked: SampleRequest): Promise<readonly Sample[]> =>
  nth(await device.sample('m', [asked]), 0)
