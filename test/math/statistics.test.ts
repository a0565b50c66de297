import test from 'ava'
import fc from 'fast-check'
import {
  mean,
  populationStandardDeviation,
  quantile,
  shareOf,
  standardError,
  standardise,
} from '../../src/math/statistics.ts'
import { near } from '../laws/near.ts'

const samples = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 30 })

test('standardised values have mean 0 and variance 1, or are all 0', t => {
  fc.assert(
    fc.property(samples, values => {
      const scaled = standardise(values)
      if (scaled.every(value => value === 0)) t.true(populationStandardDeviation(values) <= 1e-8)
      else near(t, [mean(scaled), populationStandardDeviation(scaled)], [0, 1], 1e-4)
    }),
  )
})

test('a shift and a scale do not change standardised values', t => {
  const grid = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(grid, fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 9 }), (values, shift, scale) =>
      near(t, standardise(values.map(value => scale * value + shift)), standardise(values)),
    ),
  )
})

test('differences of rounding do not count', t => {
  t.deepEqual(standardise([0.1 + 0.2, 0.3]), [0, 0])
  t.deepEqual(standardise([0, 2e-8]), [0, 0], 'a standard deviation of 1e-8 is none')
  t.deepEqual(standardise([5]), [0])
  t.deepEqual(standardise([]), [])
})

test('worked numbers', t => {
  t.is(mean([1, 2, 6]), 3)
  near(t, populationStandardDeviation([2, 4, 4, 4, 5, 5, 7, 9]), 2)
  near(t, standardError([1, 3]), 1)
  t.is(shareOf([true, false, false, true, true]), 0.6)
  t.is(shareOf([]), null)
  near(t, standardError([1, 2, 3, 4]), Math.sqrt(5 / 3) / 2)
  near(
    t,
    [0, 0.25, 0.5, 1].map(p => quantile([4, 1, 3, 2], p)),
    [1, 1.75, 2.5, 4],
  )
})

test('quantiles lie between the extremes and rise with p', t => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(samples, share, share, (values, p, q) => {
      const [low, high] = [quantile(values, Math.min(p, q)), quantile(values, Math.max(p, q))]
      return Math.min(...values) <= low && low <= high + 1e-9 && high <= Math.max(...values)
    }),
  )
  t.pass()
})

test('empty samples and bad values are refused', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => mean([]), /values must not be empty/)
  refused(() => mean([1, Infinity]), /values must be finite, got Infinity/)
  refused(() => standardise([Number.NaN]), /values must be finite, got NaN/)
  refused(() => standardError([1]), /at least 2 values, got 1/)
  refused(() => quantile([], 0.5), /values must not be empty/)
  refused(() => quantile([1], -0.5), /p must be in \[0, 1\], got -0.5/)
  refused(() => quantile([1], 1.5), /p must be in \[0, 1\], got 1.5/)
})
