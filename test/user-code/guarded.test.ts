import test from 'ava'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { guarded } from '../../src/user-code/guarded.ts'
import { settled, text } from '../../src/user-code/shape.ts'
import { describeValue } from '../../src/user-code/describe-value.ts'

const author = { name: 'the world post', module: null }
const step = (work: () => unknown) => guarded(author, { part: 'step', gives: text }, work)

test('what is as it must be comes back as it is', t => {
  const sum = guarded(author, { part: 'sum', gives: settled }, (a: number, b: number) => ({ sum: a + b }))
  fc.assert(fc.property(fc.integer(), fc.integer(), (a, b) => t.deepEqual(sum(a, b), { sum: a + b })))
})

test('what is thrown is told as the author’s, with its place and its stack', t => {
  const throwing = step(() => {
    throw new TypeError('no such room')
  })
  const error = t.throws(throwing, { instanceOf: FailedError })
  t.true(error.cause instanceof TypeError)
  if (error.failure.kind !== 'user-code') return t.fail()
  const { reason, stack } = error.failure
  t.regex(reason, /^the world post: step threw: TypeError: no such room \(.*guarded\.test\.[jt]s:\d+:\d+\)$/)
  t.regex(stack, /guarded\.test\.[jt]s/)
  t.notRegex(stack, /src\/user-code/, 'the way from the call to where it was made tells nothing')
  t.true(error.stack?.startsWith(`FailedError: ${reason}\n`))
  t.throws(step(throwing), { message: reason }, 'once is enough')
})

test('what is no error can be thrown too', t => {
  const error = t.throws(
    step(() => {
      const text: unknown = 'the door is stuck'
      throw text
    }),
  )
  t.is(error.message, 'the world post: step threw: "the door is stuck"')
})

test('a refusal passes where a part may refuse', t => {
  const refusal = new RangeError('room must be at least 1, got 0')
  const parse = guarded(author, { part: 'parseTask', gives: settled, refuses: true }, () => {
    throw refusal
  })
  t.is(t.throws(parse), refusal)
})

test('a promise is named, and its rejection ends nothing', async t => {
  const broken = step(() => Promise.reject(new Error('later')))
  t.throws(broken, { message: 'the world post: step gave a Promise, but must give text at once: it cannot be async' })
  await turn()
  t.throws(
    step(() => 42),
    { message: 'the world post: step must give text, got 42' },
  )
})

test('any value can be shown, on one line that is not too long', t => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true }), value => {
      const line = describeValue(value)
      return line.length <= 60 && !line.includes('\n')
    }),
  )
  t.is(describeValue({ a: 1 }), '{"a":1}')
  t.is(describeValue(new Map()), 'a Map')
  t.is(describeValue(new Float32Array(3)), 'a Float32Array of 3')
})
