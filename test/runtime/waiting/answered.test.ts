import test from 'ava'
import { VirtualTimeScheduler } from 'rxjs'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'
import { answered } from '../../../src/runtime/waiting/answered.ts'

const never = new Promise<never>(() => {})
const options = { actor: 'gpu', verb: 'inspect', deadlineMs: () => 60_000, ended: never }

test('an answer is given as it comes, good or bad', async t => {
  t.is(await answered(Promise.resolve(7), options), 7)
  const bad = Promise.reject(new TypeError('bad'))
  await t.throwsAsync(answered(bad, options), { instanceOf: TypeError, message: 'bad' })
})

test('the wait ends when the actor that was asked ends', async t => {
  const ended = answered(never, { ...options, ended: Promise.resolve() })
  const error = await t.throwsAsync(ended, { instanceOf: FailedError })
  t.deepEqual(error?.failure, { kind: 'stopped', actor: 'gpu' })
})

test('the wait has a deadline', async t => {
  const scheduler = new VirtualTimeScheduler()
  const late = answered(never, { ...options, scheduler })
  scheduler.flush()
  t.is(scheduler.now(), 60_000)
  await t.throwsAsync(late, { message: 'gpu crashed: no answer to inspect within 60000 ms' })
})

test('a deadline that has moved meanwhile holds', async t => {
  const scheduler = new VirtualTimeScheduler()
  let allowedMs = 1_000
  scheduler.schedule(() => (allowedMs = 5_000), 500)
  const late = answered(never, { ...options, deadlineMs: () => allowedMs, scheduler })
  scheduler.flush()
  t.is(scheduler.now(), 5_000)
  await t.throwsAsync(late, { message: /no answer to inspect within 5000 ms/ })
})
