/** Updates lower the loss, can be saved and gone on from, and are never made of what is not finite. */
import test from 'ava'
import { greedy, livelyModel, objectives, smallConfig, usualUpdate } from './device-cases.ts'
import type { Subject } from './subject.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'

export function trainingLaws({ name, opened }: Subject): void {
  test.serial(`${name}: training lowers the loss, and a saved model goes on exactly as it would have`, async t => {
    const device = await opened()
    const sequence = { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6, 5, 3) }
    const span = { start: 1, end: 10, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
    const train = async (model: string, times: number): Promise<number> => {
      let last = NaN
      for (let time = 0; time < times; time += 1) {
        last = (await device.forwardBackward(model, [{ sequence, spans: [span] }], nth(objectives, 0))).loss
        await device.optimStep(model, usualUpdate)
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

  test.serial(`${name}: a gradient that is not finite is an error and leaves the model as it was`, async t => {
    const device = await opened()
    const sequence = { tokens: Int32Array.of(1, 2, 3) }
    const [logprobs] = await device.logprobs('m', [sequence])
    const span = { start: 1, end: 3, oldLogprobs: present(logprobs).slice(1), weight: 1 }
    const wild = { sequence, spans: [{ ...span, advantage: 1e300 }] }
    await t.throwsAsync(() => device.forwardBackward('m', [wild], nth(objectives, 1)), { message: /\bm\b.*not finite/ })
    await t.throwsAsync(() => device.optimStep('m', usualUpdate), { message: /accumulated/ })
    t.deepEqual((await device.save('m')).weights, livelyModel(smallConfig, 1).weights)
    await device.forwardBackward('m', [{ sequence, spans: [{ ...span, advantage: 1 }] }], nth(objectives, 1))
    t.is((await device.optimStep('m', usualUpdate)).step, 1)
  })
}
