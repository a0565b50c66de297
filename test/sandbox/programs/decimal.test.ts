import test from 'ava'
import fc from 'fast-check'
import { decimalOf } from '../../../src/sandbox/programs/decimal.ts'

test('a number has one canonical form, however it is spelt', t => {
  fc.assert(
    fc.property(fc.bigInt(), fc.nat(30), fc.nat(5), (digits, places, zeros) => {
      const sign = digits < 0n ? '-' : ''
      const bare = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
      const [whole, fraction] = [bare.slice(0, bare.length - places), bare.slice(bare.length - places)]
      const spelt = `${sign}${'0'.repeat(zeros)}${whole}.${fraction}${'0'.repeat(zeros)}`
      t.is(decimalOf(spelt), decimalOf(`${digits}e-${places}`))
    }),
  )
})

test('two floats have the same form exactly where they are equal', t => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(number, number, (a, b) => {
      t.is(decimalOf(String(a)) === decimalOf(String(b)), a === b)
      t.is(decimalOf(String(a)), decimalOf(a.toExponential()))
    }),
  )
})

test('forms worked by hand', t => {
  const forms = { '1.50': '15e-1', '15e-1': '15e-1', '+001.5': '15e-1', '.5': '5e-1', '5.': '5e0', '1_000': '1e3' }
  for (const [word, form] of Object.entries(forms)) t.is(decimalOf(word), form, word)
  for (const zero of ['0', '-0', '0.00', '0e7']) t.is(decimalOf(zero), '0e0', zero)
  t.is(decimalOf('-Inf'), '-infinity')
  for (const word of ['', '.', '+', 'e5', '1.2.3', 'nan', '0x10', '1e', 'one', '1 2']) t.is(decimalOf(word), null, word)
})
