import test from 'ava'
import fc from 'fast-check'
import { estimateMean } from '../../src/statistics/mean-estimate.ts'
import { pairedDifference, type PairedDifference } from '../../src/statistics/paired-difference.ts'
import { pairedOutcomes } from '../../src/statistics/paired-outcomes.ts'
import { near } from '../laws/near.ts'

/** Of a grid, so that sums are exact and a shift changes no rounding. */
const value = fc.integer({ min: -400, max: 400 }).map(n => n / 16)
const pairs = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 12 })
const compared = (each: readonly (readonly [number, number])[]): PairedDifference =>
  pairedDifference(
    each.map(([a]) => a),
    each.map(([, b]) => b),
  )

/** Everything that it says in numbers; NaN where it says nothing. */
const numbers = ({ mean, error, interval, p }: PairedDifference): number[] => [
  mean,
  error ?? -1,
  interval?.low ?? -1,
  interval?.high ?? -1,
  p ?? -1,
]

test('swapping the two lists turns the sign and nothing else', t => {
  fc.assert(
    fc.property(pairs, each => {
      const [one, other] = [compared(each), compared(each.map(([a, b]) => [b, a] as const))]
      near(t, other.mean, -one.mean)
      near(t, [other.error ?? -1, other.p ?? -1], [one.error ?? -1, one.p ?? -1])
      if (one.interval === null || other.interval === null) t.is(one.interval, other.interval)
      else near(t, [other.interval.low, other.interval.high], [-one.interval.high, -one.interval.low])
    }),
  )
})

test('a shift of both lists changes nothing; one of the first moves mean and interval', t => {
  fc.assert(
    fc.property(pairs, value, (each, shift) => {
      near(t, numbers(compared(each.map(([a, b]) => [a + shift, b + shift] as const))), numbers(compared(each)))
      const moved = compared(each.map(([a, b]) => [a + shift, b] as const))
      const { mean, error, interval } = compared(each)
      near(t, [moved.mean, moved.error ?? -1], [mean + shift, error ?? -1])
      if (interval === null) t.is(moved.interval, null)
      else
        near(
          t,
          [moved.interval?.low ?? NaN, moved.interval?.high ?? NaN],
          [interval.low + shift, interval.high + shift],
        )
    }),
  )
})

test('a scale scales mean, error and interval, and leaves p', t => {
  fc.assert(
    fc.property(pairs, fc.constantFrom(0.25, 0.5, 2, 64), (each, scale) => {
      const { mean, error, interval, p } = compared(each)
      const scaled = compared(each.map(([a, b]) => [a * scale, b * scale] as const))
      near(t, [scaled.mean, scaled.p ?? -1], [mean * scale, p ?? -1])
      if (error === null) t.is(scaled.error, null)
      else near(t, scaled.error ?? -1, error * scale)
      if (interval === null) t.is(scaled.interval, null)
      else
        near(
          t,
          [scaled.interval?.low ?? NaN, scaled.interval?.high ?? NaN],
          [interval.low * scale, interval.high * scale],
        )
    }),
  )
})

test('the order of the pairs does not matter; the interval holds the mean, and leaves out 0 where p is small', t => {
  fc.assert(
    fc.property(pairs, each => {
      near(t, numbers(compared([...each].reverse())), numbers(compared(each)))
      const { mean, interval, p } = compared(each)
      if (interval === null || p === null) return
      t.true(interval.low <= mean && mean <= interval.high)
      if (Math.abs(p - 0.05) > 1e-5) t.is(interval.low > 0 || interval.high < 0, p < 0.05)
    }),
  )
})

/* scipy 1.17.1: ttest_rel(first, second), its pvalue and confidence_interval(level) */
for (const { name, first, second, level, p, low, high } of [
  {
    name: 'five seeds',
    first: [0.61, 0.66, 0.58, 0.7, 0.64],
    second: [0.55, 0.62, 0.59, 0.61, 0.6],
    level: 0.95,
    p: 0.054217030924857114,
    low: -0.0012824492965986117,
    high: 0.0892824492965986,
  },
  {
    name: 'five seeds at 90 %',
    first: [0.61, 0.66, 0.58, 0.7, 0.64],
    second: [0.55, 0.62, 0.59, 0.61, 0.6],
    level: 0.9,
    p: 0.054217030924857114,
    low: 0.009230631129990917,
    high: 0.07876936887000906,
  },
  {
    name: 'eight pairs at 99 %',
    first: [3.1, -2, 7.7, 0.4, 5.5, 1.2, 9.9, -3.3],
    second: [2, -2.5, 8.9, 1.4, 3.5, 1.1, 4.4, -3.9],
    level: 0.99,
    p: 0.24443181615909568,
    low: -1.6662671022102196,
    high: 3.5662671022102197,
  },
  {
    name: 'two seeds',
    first: [0.5, 0.7],
    second: [0.4, 0.45],
    level: 0.95,
    p: 0.2577621168183132,
    low: -0.777965355213102,
    high: 1.127965355213102,
  },
  {
    name: 'twenty tasks',
    ...pairedOutcomes('11010011010111000101', '10010001010011010001'),
    level: 0.95,
    p: 0.18641143545847966,
    low: -0.07902775687968744,
    high: 0.3790277568796874,
  },
]) {
  test(`${name} as scipy has it`, t => {
    const found = pairedDifference(first, second, { level })
    near(t, [found.p ?? NaN, found.interval?.low ?? NaN, found.interval?.high ?? NaN], [p, low, high], 1e-6)
    t.is(found.count, first.length)
    t.is(found.level, level)
  })
}

test('one pair has a difference and nothing more', t => {
  t.deepEqual(pairedDifference([0.75], [0.5]), {
    count: 1,
    mean: 0.25,
    error: null,
    interval: null,
    level: 0.95,
    p: null,
    untested: 'there is only one pair',
  })
})

test('equal differences: no chance of them being 0 where they are, no test where they are not', t => {
  t.like(pairedDifference([0.3, 0.4, 0.5], [0.3, 0.4, 0.5]), {
    mean: 0,
    error: 0,
    interval: null,
    p: 1,
    untested: null,
  })
  const rounded = pairedDifference([0.3, 0.4, 0.5], [0.2, 0.3, 0.4])
  t.like(rounded, { error: 0, interval: null, p: null })
  near(t, rounded.mean, 0.1)
  t.is(rounded.untested, 'all 3 differences are equal, so that their spread is not known')
  t.like(pairedDifference([0.1 + 0.2, 1], [0.3, 1]), { mean: 0, error: 0, p: 1 })
  t.like(pairedDifference([1000.1, 1000.2, 1000.3], [1000, 1000.1, 1000.2]), { error: 0, interval: null, p: null })
  t.like(pairedDifference([1000.1 + 0.2, 5000], [1000.3, 5000]), { mean: 0, error: 0, p: 1 })
})

test('another hypothesis than 0 is tested as if the first values were lower by it; the interval stays', t => {
  const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(values, values, fc.double({ min: -0.5, max: 0.5, noNaN: true }), (first, second, hypothesis) => {
      const [found, plain] = [pairedDifference(first, second, { hypothesis }), pairedDifference(first, second)]
      t.deepEqual({ ...found, p: 0, untested: '' }, { ...plain, p: 0, untested: '' })
      fc.pre((plain.error ?? 0) > 1e-6)
      const lower = first.map(value => value - hypothesis)
      near(t, found.p ?? NaN, pairedDifference(lower, second).p ?? NaN, 1e-6)
    }),
  )
  t.like(pairedDifference([0.25, 0.5], [0.5, 0.75], { hypothesis: -0.25 }), { mean: -0.25, error: 0, p: 1 })
})

test('what cannot be compared is refused by name', t => {
  const refused = (first: number[], second: number[], message: string, level = 0.95) =>
    t.throws(() => pairedDifference(first, second, { level }), { instanceOf: RangeError, message })
  refused([1, NaN], [1, 2], 'values must be finite, got NaN')
  refused([1, 2], [Infinity, 2], 'values must be finite, got Infinity')
  refused([1, 2], [1], 'lengths must be equal, got 2 and 1')
  refused([], [], 'values must not be empty')
  refused([1, 2], [1, 3], 'level must be in (0, 1), got 95', 95)
  refused([1], [1], 'level must be in (0, 1), got 1', 1)
  refused([1], [1], 'level must be in (0, 1), got 0', 0)
})

test('a mean that is rounded makes no spread', t => {
  t.deepEqual(estimateMean([0.1, 0.1, 0.1]), { count: 3, mean: 0.1, error: 0, interval: null, level: 0.95 })
})
