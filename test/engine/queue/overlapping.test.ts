import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import { overlapping } from '../../../src/engine/queue/overlapping.ts'
import type { Unfinished } from '../../../src/engine/queue/in-batches.ts'
import type { DeviceCall, ToGpu } from '../../../src/contracts/messages/run.ts'
import { nth } from '../../../src/math/nth.ts'
import { tick as allDelivered } from '../../../src/streams/tick.ts'
import { deviceRequests, getUsage, sample } from '../device-requests.ts'

/** Calls end when a test says so. */
function subject() {
  const calls: { readonly request: DeviceCall; readonly end: (error?: Error) => void }[] = []
  const told: Unfinished[] = []
  const asked = new Subject<ToGpu>()
  const replies: ToGpu[] = []
  const stream = asked.pipe(
    overlapping<ToGpu>({
      askedAt: () => 7,
      work: ({ requests }) =>
        new Promise((resolve, reject) => {
          const { request } = nth(requests, 0)
          calls.push({ request, end: error => (error === undefined ? resolve([request]) : reject(error)) })
        }),
      around: (_batch, _unfinished, piece) => piece(),
      usage: (request, unfinished) => {
        told.push(unfinished)
        return request
      },
    }),
  )
  const done = new Promise<void>((resolve, reject) =>
    stream.subscribe({ next: reply => replies.push(reply), error: reject, complete: resolve }),
  )
  return { asked, calls, replies, told, done }
}

const cases = fc
  .array(deviceRequests, { maxLength: 12 })
  .chain(drawn => fc.tuple(fc.constant(drawn), fc.shuffledSubarray([...drawn.keys()], { minLength: drawn.length })))

test('each call begins at once and is answered when it ends, in whatever order', async t => {
  await fc.assert(
    fc.asyncProperty(cases, async ([drawn, order]) => {
      const { asked, calls, replies, done } = subject()
      for (const request of drawn) asked.next(request)
      await allDelivered()
      t.deepEqual(
        calls.map(({ request }) => request),
        drawn,
      )
      asked.complete()
      for (const [ended, index] of order.entries()) {
        nth(calls, index).end()
        await allDelivered()
        t.is(replies.length, ended + 1)
        t.is(replies.at(-1), drawn[index])
      }
      await done
    }),
  )
})

test('the usage is told at once, with what is unfinished', async t => {
  const { asked, calls, replies, told } = subject()
  const usage = getUsage('')
  asked.next(usage)
  for (const id of ['a', 'b']) asked.next(sample('policy', id))
  asked.next(usage)
  await allDelivered()
  nth(calls, 0).end()
  await allDelivered()
  asked.next(usage)
  await allDelivered()
  t.deepEqual(told, [
    { count: 0, since: Infinity },
    { count: 2, since: 7 },
    { count: 1, since: 7 },
  ])
  t.is(replies.filter(reply => reply === usage).length, 3)
})

test('a call that throws ends the stream', async t => {
  const { asked, calls, done } = subject()
  for (const id of ['a', 'b']) asked.next(sample('policy', id))
  await allDelivered()
  nth(calls, 1).end(new Error('lost'))
  await t.throwsAsync(done, { message: 'lost' })
})

test('of thousands that come together some are begun before other work of the thread, in order', async t => {
  const { asked, calls } = subject()
  const all = Array.from({ length: 1000 }, (_, index) => sample('policy', String(index)))
  for (const request of all) asked.next(request)
  const begun: number[] = []
  for (let turn = 0; calls.length < all.length && turn < 1000; turn += 1) {
    await allDelivered()
    begun.push(calls.length)
  }
  t.true(begun.every((count, turn) => count - (begun[turn - 1] ?? 0) <= 2 * 64))
  t.deepEqual(
    calls.map(({ request }) => request),
    all,
  )
})
