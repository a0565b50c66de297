/** A call that pauses ends as it would have at once, whatever the device does meanwhile. */
import test from 'ava'
import { exampleOf, greedy, livelyModel, objectives, smallConfig, usualUpdate } from './device-cases.ts'
import type { Subject } from './subject.ts'
import { nth } from '../../../src/math/nth.ts'

export function pausingLaws({ name, opened }: Subject): void {
  test.serial(`${name}: what other calls compute while one pauses changes none of its bits`, async t => {
    const device = await opened()
    for (const model of ['alone', 'other']) await device.load(model, livelyModel(smallConfig, 1))
    const sequences = [8, 24, 40].map(length => ({
      tokens: Int32Array.from({ length }, (_, at) => (7 * at + length) % 23),
    }))
    let pauses = 0
    const meanwhile = async (): Promise<void> => {
      pauses += 1
      await device.sample('m', [greedy(`while ${pauses}`, Int32Array.of(2, 3, 5))])
      await device.logprobs('m', [nth(sequences, 1)])
      await device.forwardBackward('other', [nth(examples, 0)], nth(objectives, 0))
      await device.optimStep('other', usualUpdate)
    }
    const logprobs = await device.logprobs('alone', sequences)
    const examples = sequences.map((sequence, index) => exampleOf(sequence, nth(logprobs, index)))
    t.deepEqual(await device.logprobs('m', sequences, meanwhile), logprobs)
    const sums = await device.forwardBackward('m', examples, nth(objectives, 1), meanwhile)
    t.deepEqual(await device.forwardBackward('alone', examples, nth(objectives, 1)), sums)
    for (const model of ['m', 'alone']) await device.optimStep(model, usualUpdate)
    t.deepEqual(await device.save('m'), await device.save('alone'))
    t.true(pauses > 0)
  })
}
