import test from 'ava'
import fc from 'fast-check'
import { firstDifference, placed } from '../../../src/laws/law/first-difference.ts'

test('equal data have none, others one whose two texts differ', t => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      t.is(firstDifference(one, structuredClone(one)), null)
      const difference = firstDifference(one, other)
      if (difference !== null) t.not(difference.expected, difference.found)
    }),
  )
  t.pass()
})

test('its place is that of the part', t => {
  const difference = firstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 2.0000001 }] })
  t.deepEqual(difference, { path: 'a.1.b', expected: '2', found: '2.0000001' })
  t.deepEqual(placed(difference!), ['2 at a.1.b', '2.0000001'])
  t.deepEqual(firstDifference([1], [1, 2]), { path: '1', expected: 'nothing', found: '2' })
  t.deepEqual(firstDifference(new Map([['x', 1]]), new Map([['x', -0]])), { path: 'x', expected: '1', found: '-0' })
  t.deepEqual(firstDifference(0, -0), { path: '', expected: '0', found: '-0' })
})

test('long texts are shown from where they differ', t => {
  const same = 'The same for a hundred letters. '.repeat(4)
  const difference = firstDifference(`${same}left`, `${same}right`)
  t.regex(difference?.expected ?? '', /^"….*letters\. left"$/)
  t.regex(difference?.found ?? '', /^"….*letters\. right"$/)
})

test('texts of a whole book are compared in one pass', t => {
  const book = 'a'.repeat(400_000)
  t.regex(firstDifference(`${book}left`, `${book}right`)?.found ?? '', /^"…a+right"$/)
})

test('parts that count as the same are none', t => {
  const near = (one: unknown, other: unknown) => Math.abs(Number(one) - Number(other)) < 1e-6
  t.is(firstDifference([1, 2], [1, 2 + 1e-9], near), null)
  t.deepEqual(firstDifference([1, 2], [1 + 1e-9, 3], near), { path: '1', expected: '2', found: '3' })
})
