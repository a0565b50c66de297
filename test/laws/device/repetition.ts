/** What is asked again in the same state is answered the same. */
import test from 'ava'
import fc from 'fast-check'
import { chain, greedy, livelyModel, request, runs, smallConfig, tree } from './device-cases.ts'
import type { Subject } from './subject.ts'

export function repetitionLaws({ name, opened }: Subject): void {
  test.serial(
    `${name}: a score, and a sample that adds nothing to its context, are the same when asked again`,
    async t => {
      await fc.assert(
        fc.asyncProperty(request('again'), fc.oneof(chain(20), tree(20)), async (asked, sequence) => {
          const device = await opened()
          await device.release('m', ['again'])
          await device.sample('m', [asked])
          const silent = { ...asked, tokens: new Int32Array(0) }
          const first = await device.sample('m', [silent])
          const scores = await device.logprobs('m', [sequence])
          for (let time = 0; time < 2; time += 1) {
            t.deepEqual(await device.sample('m', [silent]), first)
            t.deepEqual(await device.logprobs('m', [sequence]), scores)
          }
        }),
        runs,
      )
    },
  )

  test.serial(`${name}: loading, saving and releasing twice is as once`, async t => {
    const device = await opened()
    const state = livelyModel(smallConfig, 3)
    const asked = greedy('twice', Int32Array.of(5, 4))
    await device.load('twice', state)
    const once = await device.sample('twice', [asked])
    await device.load('twice', state)
    t.deepEqual(await device.sample('twice', [asked]), once, 'a model that is loaded anew has no contexts')
    await device.release('twice', ['twice', 'never begun'])
    await device.release('twice', ['twice'])
    t.deepEqual(await device.sample('twice', [asked]), once)
    const saved = await device.save('twice')
    t.deepEqual(await device.save('twice'), saved)
    t.deepEqual(saved.weights, state.weights)
    await device.load('saved', saved)
    t.deepEqual(await device.save('saved'), saved)

    const given = structuredClone(state)
    await device.load('twice', given)
    for (const { data } of Object.values(given.weights)) data.fill(0)
    t.deepEqual((await device.save('twice')).weights, state.weights, 'what is loaded is copied')
  })
}
