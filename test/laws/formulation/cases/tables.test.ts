import test from 'ava'
import fc from 'fast-check'
import { distinctTexts, numberText } from '../../../../src/laws/formulation/cases/tables.ts'

test('two numbers that differ are written with the digits in which they do', t => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (one, other) => {
      const [expected, found] = distinctTexts(one, other)
      return one === other ? expected === found : expected !== found
    }),
  )
  t.deepEqual(distinctTexts(-1, -0.999999), ['-1', '-0.999999'])
  t.deepEqual(distinctTexts(1 / 3, 1 / 3 + 1e-12), ['0.333333333333', '0.333333333334'])
})

test('where four decimals show it there are no more', t => {
  t.deepEqual(distinctTexts(0.123456, 0.25), ['0.1235', '0.25'])
  t.deepEqual(distinctTexts(null, 1e-7), [numberText(null), '1.000e-7'])
})
