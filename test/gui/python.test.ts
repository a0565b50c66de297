/** What Python and BrowserGym's parser make of the same texts, recorded in test/fixtures/gui. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import fc from 'fast-check'
import { pythonCalls } from '../../src/gui/python/calls.ts'
import { readLiteral } from '../../src/gui/python/literal.ts'
import { pythonRepr } from '../../src/gui/python/repr.ts'
import { anyText } from '../fixtures/any-text.ts'

const recorded = (name: string) => JSON.parse(readFileSync(`test/fixtures/gui/${name}.json`, 'utf8'))

test("calls are found as BrowserGym's parser finds them", t => {
  for (const { text, calls } of recorded('python-calls')) t.deepEqual(pythonCalls(text), calls, text)
})

test('values are printed as Python prints them', t => {
  for (const [value, printed] of recorded('python-repr')) t.is(pythonRepr(value), printed)
})

test('a literal that was printed is read as it was, and ends where it ends', t => {
  const value = fc.oneof(anyText(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  fc.assert(
    fc.property(value, fc.constantFrom('', ',', ' )', '\n'), (each, after) => {
      const printed = pythonRepr(each)
      t.deepEqual(readLiteral(printed + after, 0), { value: Object.is(each, -0) ? 0 : each, end: printed.length })
    }),
  )
})

test('any text has an end, however it is nested', t => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'f(\'",)[{}]: =1#\\\n') }), text =>
      Array.isArray(pythonCalls(text)),
    ),
  )
  t.deepEqual(pythonCalls('f('.repeat(2000) + '['.repeat(2000)), [])
  for (const quotes of ['""', "''"]) t.deepEqual(pythonCalls(`f(${quotes}${quotes[0]}${`${quotes}a`.repeat(40)}`), [])
})
