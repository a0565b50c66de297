import test from 'ava'
import fc from 'fast-check'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { mean } from '../../src/math/statistics.ts'
import { bootstrapInterval } from '../../src/statistics/bootstrap.ts'
import { estimateMean } from '../../src/statistics/mean-estimate.ts'
import { near } from '../laws/near.ts'

const key = derive(rootKey(0), 'bootstrap')
const values = fc.array(
  fc.integer({ min: -40, max: 40 }).map(n => n / 8),
  { minLength: 2, maxLength: 12 },
)

test('the same key gives the same interval, another key another', t => {
  fc.assert(
    fc.property(values, sample => {
      t.deepEqual(bootstrapInterval(sample, { key, resamples: 50 }), bootstrapInterval(sample, { key, resamples: 50 }))
    }),
    { numRuns: 20 },
  )
  const sample = [0.3, 1.1, -2.5, 0.7, 4.2, 0.05]
  t.false(bootstrapInterval(sample, { key })?.low === bootstrapInterval(sample, { key: derive(key, 1) })?.low)
})

test('it lies between the extremes, and moves and grows with the values', t => {
  fc.assert(
    fc.property(values, fc.integer({ min: -9, max: 9 }), fc.constantFrom(0.5, 2, 4), (sample, shift, scale) => {
      const own = bootstrapInterval(sample, { key, resamples: 80 })
      const moved = bootstrapInterval(
        sample.map(each => scale * each + shift),
        { key, resamples: 80 },
      )
      if (own === null || moved === null) return false
      near(t, [moved.low, moved.high], [scale * own.low + shift, scale * own.high + shift], 1e-8)
      return Math.min(...sample) <= own.low && own.low <= own.high && own.high <= Math.max(...sample)
    }),
  )
})

test('of many values it is near the t interval', t => {
  const random = randomFrom(rootKey(5))
  const sample = Array.from({ length: 400 }, () => random.normal())
  const { low, high } = estimateMean(sample).interval ?? { low: NaN, high: NaN }
  const found = bootstrapInterval(sample, { key }) ?? { low: NaN, high: NaN }
  near(t, [found.low, found.high], [low, high], 0.01)
  t.true(found.low < mean(sample) && mean(sample) < found.high)
})

test('one value has none; the impossible is refused by name', t => {
  t.is(bootstrapInterval([3], { key }), null)
  t.deepEqual(bootstrapInterval([3, 3], { key }), { low: 3, high: 3 })
  t.throws(() => bootstrapInterval([], { key }), { instanceOf: RangeError, message: /empty/ })
  t.throws(() => bootstrapInterval([1, NaN], { key }), { instanceOf: RangeError, message: /finite, got NaN/ })
  t.throws(() => bootstrapInterval([1, 2], { key, level: 0 }), { instanceOf: RangeError, message: /level.*got 0/ })
  t.throws(() => bootstrapInterval([1, 2], { key, level: 1 }), { instanceOf: RangeError, message: /level.*got 1/ })
  t.throws(() => bootstrapInterval([1, 2], { key, resamples: 0 }), { message: /resamples.*got 0/ })
  t.throws(() => bootstrapInterval([1, 2], { key, resamples: 2.5 }), { message: /resamples.*got 2.5/ })
  const { low, high } = bootstrapInterval([1, 2], { key, resamples: 1 }) ?? { low: NaN, high: 0 }
  t.is(low, high, 'one resample is enough for an interval without width')
  t.throws(() => bootstrapInterval([1, 2], { key, resamples: 0.5 }), { message: /resamples.*got 0.5/ })
})
