import test from 'ava'
import fc from 'fast-check'
import { agrees, type Comparison } from '../../../src/sandbox/programs/comparison.ts'

const folded: Comparison = { comparison: 'folded', entry: 'stdio' }
const lines: Comparison = { comparison: 'lines', entry: 'stdio' }
const value: Comparison = { comparison: 'folded', entry: 'function' }
const every = [folded, lines, value]

const word = fc.stringMatching(/^[a-z0-9.,-]{1,6}$/)
const blank = fc.stringMatching(/^[ \t]{0,3}$/)

test('whatever was wanted is right, and agreement has no direction', t => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      for (const how of every) {
        t.true(agrees(a, a, how) || a.includes('NaN'))
        t.is(agrees(a, b, how), agrees(b, a, how))
      }
    }),
  )
})

test('of a call, text that only begins like a number is text', t => {
  for (const text of ['0e', '1.2.3', '01', '2026-11-26', '1-2']) t.true(agrees(text, ` ${text}`, value), text)
  t.false(agrees('01', '1', value))
})

test('folded: only the words count', t => {
  const spaced = fc.array(fc.tuple(word, fc.stringMatching(/^[ \t\n]{1,3}$/)))
  fc.assert(
    fc.property(spaced, word, (parts, other) => {
      const text = parts.map(([each, gap]) => each + gap).join('')
      const words = parts.map(([each]) => each).join(' ')
      t.true(agrees(text, words, folded))
      t.false(agrees(text, `${words} ${other}`, folded))
    }),
  )
})

test('lines: white space around a line is nothing, a line more or less is wrong', t => {
  fc.assert(
    fc.property(fc.array(fc.tuple(blank, word, blank), { minLength: 1 }), parts => {
      const wanted = parts.map(([, each]) => each).join('\n')
      t.true(agrees(`${parts.map(part => part.join('')).join('\n')}\n`, wanted, lines))
      t.false(agrees(`${wanted}\nx`, wanted, lines))
    }),
  )
})

test('values: JSON written again, with other white space and keys in another order, is the same', t => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), record => {
      const turned = Object.fromEntries(Object.entries(record).reverse())
      t.true(agrees(JSON.stringify(record, null, 2), JSON.stringify(turned), value))
      t.false(agrees(JSON.stringify([record]), JSON.stringify(record), value))
    }),
  )
})

/* By time that grows with the square of the length it would not end before the suite does. */
test('an output that is as long as it may be is compared', t => {
  const long = 1_000_000
  const outputs = [`a${' '.repeat(long)}b`, `${'1'.repeat(long)}x`, `1${' 1'.repeat(long)}x`, '\n'.repeat(long)]
  const unended = `"${'\\"'.repeat(long)}`
  for (const how of every) for (const output of [...outputs, unended]) t.false(agrees(output, '1', how))
  const whole = `"${'\\"'.repeat(8 * long)}"`
  t.true(agrees(whole, whole, value))
})

test('examples of each', t => {
  t.true(agrees('1  2\n3', '1 2 3', folded))
  t.false(agrees('1.0', '1', folded))
  t.true(agrees('1.0 2\nyes', '1 2.00\nyes', lines))
  t.true(agrees('0.1', '1e-1', lines))
  t.false(agrees('0.30000000000000004', '0.3', lines))
  t.false(agrees('1 2\n3', '1 2 3', lines))
  t.false(agrees('nan', 'NaN', lines))
  t.false(agrees('1 yes', '1.0 yes', lines))
  t.true(agrees('[1, 2.0, "1.0"]', '[1.0,2,"1.0"]', value))
  t.false(agrees('["1.0"]', '["1"]', value))
  t.false(agrees('12345678901234567890', '12345678901234567891', value))
  t.false(agrees('"number 1e0"', '1', value))
  t.true(agrees('[-0, "\\\\", 7]', '[0,"\\u005c",7.0]', value))
  t.false(agrees('"a b"', '"a  b"', value))
  t.false(agrees('NaN', 'NaN', value))
  t.true(agrees('[true, 1.0, 1e2]', '[1, 1, 100]', value))
  t.false(agrees('9007199254740993', '9007199254740992.0', value))
  t.true(agrees('0.1', '0.1000000000000000055511151231257827', value))
  t.false(agrees('"true"', 'true', value))
  t.true(agrees('a\u001fb', 'a b', folded))
  t.false(agrees('\ufeff1', '1', lines))
  const deep = (n: number): string => '['.repeat(n) + ']'.repeat(n)
  t.true(agrees(deep(50_000), deep(50_000), value))
  t.false(agrees(deep(50_000), deep(50_001), value))
})
