import test from 'ava'
import fc from 'fast-check'
import { prefetch } from '../../src/methods/prefetch.ts'

/** Items that the test finishes when it wants to: item i is the number i + 1, made from i. */
function workshop(lead: number, count: number) {
  const begun: number[] = []
  const open: { finish: () => void; fail: () => void }[] = []
  const make = (previous: number): Promise<number> =>
    new Promise((resolve, reject) => {
      begun.push(previous)
      open.push({ finish: () => resolve(previous + 1), fail: () => reject(new Error(`item ${previous} broke`)) })
    })
  return { begun, open, ahead: prefetch<number, number>(0, make, { lead, count }) }
}
/** Lets every promise that can settle do so. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

test('items come in order, one at a time, each from the one before, and never more than the lead before they are asked for', async t => {
  const plans = fc.record({
    lead: fc.nat(3),
    count: fc.integer({ min: 1, max: 6 }),
    turns: fc.array(fc.boolean(), { maxLength: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(plans, async ({ lead, count, turns }) => {
      const { begun, open, ahead } = workshop(lead, count)
      const taken: number[] = []
      let asked = 0
      let waiting = false
      let finished = 0
      for (const takes of [...turns, ...Array.from({ length: 4 * count }, (_, turn) => turn % 2 === 0)]) {
        if (takes && !waiting && asked < count) {
          asked += 1
          waiting = true
          void ahead.next().then(item => {
            waiting = false
            taken.push(item)
          })
        } else if (!takes) {
          const job = open.shift()
          job?.finish()
          if (job !== undefined) finished += 1
        }
        await settled()
        t.deepEqual(begun, [...begun.keys()], 'in order')
        t.true(begun.length <= finished + 1, 'one at a time')
        t.true(begun.length <= asked + (asked > 0 ? lead : 0), 'within the lead')
        if (asked > 0 && open.length === 0 && begun.length < Math.min(asked + lead, count)) t.fail('it idles')
      }
      t.deepEqual(
        taken,
        Array.from({ length: count }, (_, index) => index + 1),
      )
    }),
    { numRuns: 60 },
  )
})

test('without a lead nothing is made before it is asked for', async t => {
  const { begun, open, ahead } = workshop(0, 2)
  await settled()
  t.deepEqual(begun, [])
  const first = ahead.next()
  await settled()
  open.shift()?.finish()
  t.is(await first, 1)
  await settled()
  t.deepEqual(begun, [0])
})

test('what breaks ahead is told when its turn comes, and nothing is made from it', async t => {
  const { begun, open, ahead } = workshop(2, 9)
  const first = ahead.next()
  await settled()
  open.shift()?.finish()
  t.is(await first, 1)
  await settled()
  open.shift()?.fail()
  await settled()
  await t.throwsAsync(ahead.next(), { message: 'item 1 broke' })
  await t.throwsAsync(ahead.next(), { message: 'item 1 broke' })
  t.deepEqual(begun, [0, 1])
})

test('after the end there is nothing, and after a stop nothing further', async t => {
  const { open, ahead } = workshop(1, 1)
  const only = ahead.next()
  await settled()
  open.shift()?.finish()
  t.is(await only, 1)
  await t.throwsAsync(ahead.next(), { message: /there are 1 items/ })
  const stopped = workshop(1, 9)
  const first = stopped.ahead.next()
  await settled()
  stopped.ahead.stop()
  stopped.open.shift()?.finish()
  t.is(await first, 1)
  await settled()
  t.deepEqual(stopped.begun, [0])
})
