/** What is asked wrongly is refused by name, and leaves the engine usable. */
import test from 'ava'
import type { SampleRequest, Sequence, Tensor } from '../../../src/contracts/models/device.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'
import { greedy, livelyModel, objectives, smallConfig, usualUpdate, vocabulary } from './device-cases.ts'
import type { Subject } from './subject.ts'

export function refusalLaws({ name, opened }: Subject): void {
  test.serial(`${name}: wrong requests are refused by name and leave the device usable`, async t => {
    const device = await opened()
    const refused = async (work: () => Promise<unknown>, message: RegExp): Promise<void> => {
      await t.throwsAsync(work, { instanceOf: RangeError, message })
    }
    const tokens = Int32Array.of(1, 2, 3)
    const span = { start: 1, end: 3, advantage: 1, oldLogprobs: new Float32Array(2), weight: 1 }
    const accumulating = (change: Partial<typeof span>, sequence: Sequence = { tokens }) =>
      device.forwardBackward('m', [{ sequence, spans: [{ ...span, ...change }] }], nth(objectives, 1))
    const sampling = (change: Partial<SampleRequest>) => device.sample('m', [{ ...greedy('r', tokens), ...change }])
    for (const nobody of [
      () => device.logprobs('nobody', [{ tokens }]),
      () => device.sample('nobody', [greedy('r', tokens)]),
      () => device.release('nobody', ['r']),
      () => device.forwardBackward('nobody', [{ sequence: { tokens }, spans: [span] }], nth(objectives, 1)),
      () => device.optimStep('nobody', usualUpdate),
      () => device.save('nobody'),
    ]) {
      await refused(nobody, /nobody/)
    }
    await refused(() => device.logprobs('m', []), /empty/)
    await refused(() => device.sample('m', []), /empty/)
    await refused(() => device.forwardBackward('m', [], nth(objectives, 0)), /empty/)
    await refused(() => device.logprobs('m', [{ tokens: Int32Array.of(vocabulary) }]), /23/)
    await refused(() => device.logprobs('m', [{ tokens: Int32Array.of(-1) }]), /-1/)
    await refused(() => device.logprobs('m', [{ tokens, parents: Int32Array.of(-1, 1, 0) }]), /parent/)
    await refused(() => device.logprobs('m', [{ tokens, parents: Int32Array.of(-1) }]), /parents/)
    await refused(() => device.logprobs('m', [{ tokens: new Int32Array(97) }]), /max_position_embeddings.*97/)
    await refused(() => accumulating({ start: 0 }), /parent/)
    await refused(() => accumulating({ end: 4 }), /span/)
    await refused(() => accumulating({}, { tokens: Int32Array.of(1, 2, vocabulary) }), /got 23/)
    await refused(() => accumulating({}, { tokens: new Int32Array(97) }), /max_position_embeddings.*97/)
    await refused(
      () => device.forwardBackward('m', [{ sequence: { tokens }, spans: [] }], nth(objectives, 1)),
      /span.*got 0/,
    )
    await refused(() => accumulating({ weight: 0 }), /weight.*got 0/)
    await refused(() => accumulating({ weight: NaN }), /weight.*got NaN/)
    await refused(() => accumulating({ advantage: NaN }), /advantage.*got NaN/)
    await refused(() => accumulating({ oldLogprobs: Float32Array.of(-1, NaN) }), /oldLogprobs.*got NaN/)
    for (const wrong of [{ clip: NaN }, { clip: 0 }, { klWeight: NaN }, { klWeight: -1 }]) {
      const objective = { kind: 'clipped', clip: 0.2, klWeight: 0.1, ...wrong } as const
      const name = Object.keys(wrong).join()
      await refused(
        () => device.forwardBackward('m', [{ sequence: { tokens }, spans: [span] }], objective),
        new RegExp(`${name}.*got ${Object.values(wrong).join()}`),
      )
    }
    await refused(() => accumulating({ oldLogprobs: new Float32Array(1) }), /oldLogprobs/)
    await refused(() => sampling({ tokens: Int32Array.of(vocabulary) }), /got 23/)
    await refused(() => sampling({ promptSuffix: Int32Array.of(-2) }), /got -2/)
    await refused(() => sampling({ stop: [1.5] }), /got 1\.5/)
    await refused(() => sampling({ count: 0 }), /count.*got 0/)
    await refused(() => sampling({ count: NaN }), /count.*got NaN/)
    await refused(() => sampling({ maxTokens: 0 }), /maxTokens.*got 0/)
    await refused(() => sampling({ maxTokens: 1.5 }), /maxTokens.*got 1\.5/)
    await refused(() => sampling({ temperature: -1 }), /temperature.*got -1/)
    await refused(() => sampling({ temperature: NaN }), /temperature.*got NaN/)
    await refused(() => sampling({ topP: 0 }), /topP.*got 0/)
    await refused(() => sampling({ topP: NaN }), /topP.*got NaN/)
    await refused(() => sampling({ appendToContext: true, count: 2 }), /appendToContext/)
    await refused(() => sampling({ maxTokens: 94 }), /max_position_embeddings/)
    await refused(() => sampling({ tokens: new Int32Array(0) }), /empty/)
    await refused(() => device.optimStep('m', usualUpdate), /accumulated/)
    for (const option of Object.keys(usualUpdate)) {
      await refused(() => device.optimStep('m', { ...usualUpdate, [option]: NaN }), new RegExp(`${option}.*got NaN`))
    }
    t.is((await sampling({})).length, 1)
  })

  test.serial(`${name}: a batch of samples that is refused leaves every context as it was`, async t => {
    const device = await opened()
    const first = greedy('begun', Int32Array.of(2, 3))
    const next = greedy('begun', Int32Array.of(5))
    const other = greedy('new', Int32Array.of(7))
    await device.release('m', ['begun', 'new', 'long'])
    await device.sample('m', [first])
    const wrong = greedy('long', new Int32Array(96).fill(1))
    await t.throwsAsync(() => device.sample('m', [next, other, wrong]), { instanceOf: RangeError })
    const after = [await device.sample('m', [next]), await device.sample('m', [other])]
    await device.release('m', ['begun', 'new', 'long'])
    await device.sample('m', [first])
    t.deepEqual(after, [await device.sample('m', [next]), await device.sample('m', [other])])
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
      await t.throwsAsync(loading({ ...weights, extra: present(norm) }), { instanceOf: RangeError, message: /extra/ })
      const short = { shape: [15], data: new Float32Array(15) }
      await t.throwsAsync(loading({ ...rest, 'model.norm.weight': short }), { instanceOf: RangeError, message })
      const odd = { ...config, num_attention_heads: 3 }
      await t.throwsAsync(() => device.load('wrong', { config: odd, weights }), {
        instanceOf: RangeError,
        message: /num_attention_heads/,
      })
      const broken = { shape: [16], data: new Float32Array(16).fill(NaN) }
      await t.throwsAsync(loading({ ...rest, 'model.norm.weight': broken }), { instanceOf: RangeError, message })
    },
  )
}
