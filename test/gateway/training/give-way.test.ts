import test from 'ava'
import { createServing, givingWay } from '../../../src/gateway/training/give-way.ts'

/** Work on a clock by hand; `rests` are the times for which it waited. */
function stage(share: number) {
  const serving = createServing()
  const rests: number[] = []
  let at = 0
  const after = async (ms: number): Promise<void> => {
    rests.push(ms)
    at += ms
  }
  const work = givingWay({ serving, now: () => at, after, share })
  return { serving, rests, take: (ms: number) => work(async () => (at += ms)) }
}

test('while nobody waits for an answer work is done at once', async t => {
  const { take, rests } = stage(0.1)
  t.deepEqual([await take(10), await take(20)], [10, 30])
  t.deepEqual(rests, [])
})

test('while answers are waited for, work has its share of the time', async t => {
  const { serving, take, rests } = stage(0.1)
  serving.begin()
  await Promise.all([take(10), take(20), take(5)])
  t.deepEqual(rests, [90, 180])
})

test('it goes on as soon as the last answer is there, and work that fails is rested after, too', async t => {
  const serving = createServing()
  let at = 0
  const work = givingWay({ serving, now: () => at, after: () => new Promise(() => {}), share: 0.5 })
  serving.begin()
  serving.begin()
  await t.throwsAsync(
    work(async () => {
      at += 1
      throw new Error('the engine broke')
    }),
    { message: 'the engine broke' },
  )
  const next = work(async () => 'done')
  serving.end()
  t.false(serving.isIdle())
  serving.end()
  t.is(await next, 'done')
})
