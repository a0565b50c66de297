import test from 'ava'
import { ask } from '../../../src/runtime/waiting/ask.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'

const never = new Promise<never>(() => {})
const options = { actor: 'gpu', verb: 'inspect', deadlineMs: 60_000, ended: never }

test('an answer is given as it comes, good or bad', async t => {
  t.is(await ask(Promise.resolve(7), options), 7)
  await t.throwsAsync(ask(Promise.reject(new TypeError('bad')), options), { instanceOf: TypeError, message: 'bad' })
})

test('the end of whoever is asked ends the wait', async t => {
  const error = await t.throwsAsync(ask(never, { ...options, ended: Promise.resolve() }), { instanceOf: FailedError })
  t.deepEqual(error?.failure, { kind: 'stopped', actor: 'gpu' })
})

test('the wait has a deadline', async t => {
  await t.throwsAsync(ask(never, { ...options, deadlineMs: 5 }), {
    message: 'gpu crashed: no answer to inspect within 5 ms',
  })
})
