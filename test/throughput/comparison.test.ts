import test from 'ava'
import fc from 'fast-check'
import { nth } from '../../src/math/nth.ts'
import { comparedWith } from '../../src/throughput/measure/comparison.ts'
import { parseThroughputOptions } from '../../src/throughput/measure/options.ts'
import type { Measurement } from '../../src/throughput/measure/rates.ts'
import { present } from '../fixtures/present.ts'

const options = parseThroughputOptions({})
const round = (stepsPerSecond: number): Measurement => ({
  stepsPerSecond,
  seconds: 1,
  played: null,
  requestsPerCall: null,
  deviceShare: 0,
  queue: { requests: 0, meanMs: null, medianMs: null, p95Ms: null, maxMs: null },
  training: null,
  ceiling: null,
})
const compared = (own: readonly number[], other: readonly number[]) =>
  comparedWith({ options, rounds: other.map(round) }, own.map(round))
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.abs(b)

test('of swapped sides the ratio and its interval are the inverse', t => {
  const speed = fc.double({ min: 1, max: 1e6, noNaN: true })
  const pairs = fc.array(fc.tuple(speed, speed), {
    minLength: 2,
    maxLength: 9,
  })
  fc.assert(
    fc.property(pairs, both => {
      const [own, other] = [both.map(([a]) => a), both.map(([, b]) => b)]
      const [one, swapped] = [compared(own, other), compared(other, own)]
      const inverse = near(one.ratio * swapped.ratio, 1)
      if (one.interval === null || swapped.interval === null) return inverse
      return inverse && near(one.interval.low * swapped.interval.high, 1) && one.interval.low <= one.ratio
    }),
  )
  t.pass()
})

test('a load that slows both sides of a round alike changes nothing', t => {
  const [idle, loaded] = [compared([200, 210, 190], [100, 100, 100]), compared([200, 105, 19], [100, 50, 10])]
  t.true(near(idle.ratio, loaded.ratio) && near(present(idle.interval).high, present(loaded.interval).high))
})

test('the ratio is the geometric mean, its interval of t at n − 1 degrees of freedom', t => {
  const { ratio, interval, level } = compared([200, 800], [100, 100])
  t.true(near(ratio, 4))
  t.is(level, 0.95)
  /* t of 1 degree of freedom is 12.706, the standard error of ln 2 and ln 8 is ln 2. */
  t.true(Math.abs(Math.log(present(interval).high) - (Math.log(4) + 12.7062 * Math.log(2))) < 1e-3)
  t.is(compared([3], [2]).interval, null)
  t.is(nth(compared([3], [2]).rounds, 0).stepsPerSecond, 2)
})

test('a round without a step is refused: there is no ratio to tell', t => {
  const message = 'seconds must be enough for a step in every round that is compared, got none in 1.0 s'
  t.throws(() => compared([0, 3], [2, 2]), { instanceOf: RangeError, message })
  t.throws(() => compared([3, 3], [2, 0]), { instanceOf: RangeError, message })
})
