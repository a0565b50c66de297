import test from 'ava'
import fc from 'fast-check'
import { isClear } from '../../src/statistics/difference.ts'
import { pairedDifference } from '../../src/statistics/paired-difference.ts'
import { ratioDifferenceError } from '../../src/statistics/ratio-difference.ts'

test('a difference is clear beyond two of its errors, and never without one', t => {
  t.true(isClear({ value: -0.21, error: 0.1 }))
  t.false(isClear({ value: 0.2, error: 0.1 }))
  t.false(isClear({ value: 0, error: 0 }))
  t.false(isClear({ value: 0.9, error: null }))
})

test('pairs that all differ by the same say nothing of their spread: their difference is not clear, as there is no test of it', t => {
  const count = fc.integer({ min: 2, max: 20 })
  const value = fc.double({ min: -100, max: 100, noNaN: true })
  fc.assert(
    fc.property(count, value, value, (pairs, first, second) => {
      const numerators = (each: number) => Array.from({ length: pairs }, () => each)
      const { mean, error, untested } = pairedDifference(numerators(first), numerators(second))
      t.false(isClear({ value: mean, error }))
      t.is(untested !== null, mean !== 0)
      const of = (each: number) => [{ weight: 1, numerators: numerators(each), denominators: numerators(1) }]
      t.false(isClear({ value: mean, error: ratioDifferenceError(of(first), of(second)) }))
    }),
  )
  const [lost, won] = [0, 1].map(each => [{ weight: 1, numerators: [each, each], denominators: [1, 1] }])
  t.false(isClear({ value: 1, error: ratioDifferenceError(lost ?? [], won ?? []) }))
})
