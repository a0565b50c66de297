import test from 'ava'
import fc from 'fast-check'
import { twoSidedP, twoSidedQuantile } from '../../src/statistics/student-t.ts'
import { near } from '../laws/near.ts'

const degrees = fc.integer({ min: 1, max: 2000 })
const t0 = fc.double({ min: 0, max: 30, noNaN: true })

/** How far the value may be off, relative to it; two values that are compared may be off to either side. */
const accuracy = 3e-7

test('p falls from 1 as t grows, alike on both sides', t => {
  fc.assert(
    fc.property(degrees, t0, t0, (n, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      return twoSidedP(high, n) <= twoSidedP(low, n) + 2 * accuracy && twoSidedP(-a, n) === twoSidedP(a, n)
    }),
  )
  near(t, twoSidedP(0, 4), 1)
  t.is(twoSidedP(Infinity, 4), 0)
})

test('a quantile is the t whose p is the rest', t => {
  fc.assert(
    fc.property(degrees, fc.double({ min: 0.01, max: 0.999, noNaN: true }), (n, level) => {
      return Math.abs(twoSidedP(twoSidedQuantile(level, n), n) - (1 - level)) < 1e-6
    }),
  )
  t.pass()
})

test('with one and two degrees of freedom p is what its closed form says, however large t is', t => {
  const forms = [
    [1, (at: number) => (2 / Math.PI) * Math.atan2(1, at)],
    [2, (at: number) => 2 / Math.sqrt(2 + at * at) / (Math.sqrt(2 + at * at) + at)],
  ] as const
  fc.assert(
    fc.property(fc.constantFrom(...forms), fc.double({ min: -3, max: 12, noNaN: true }), ([n, pOf], power) => {
      t.true(Math.abs(twoSidedP(10 ** power, n) / pOf(10 ** power) - 1) < accuracy)
    }),
  )
})

test('of so many degrees that they make no difference, p is that of the normal distribution', t => {
  /* Python: erfc(t / √2) */
  for (const [at, p] of [
    [0.001, 0.9992021155721779],
    [2, 0.04550026389635842],
  ] as const)
    t.true(Math.abs(twoSidedP(at, 1e7) / p - 1) < 2e-6)
})

/* scipy 1.17.1: 2 * t.sf(2, df), 2 * t.sf(12, df), t.ppf(.975, df) */
for (const [df, atTwo, atTwelve, quantile] of [
  [1, 0.2951672353008665, 0.052929352119179755, 12.706204736174694],
  [2, 0.18350341907227397, 0.00687293367715846, 4.302652729749462],
  [4, 0.11611652351681556, 0.000276428548502973, 2.7764451051977934],
  [9, 0.07655282377070101, 7.699886222985653e-7, 2.262157162798205],
  [31, 0.05432721536717571, 3.477926800419738e-13, 2.039513446396408],
  [1023, 0.04576427145702772, 3.9168267849094737e-31, 1.962285619647268],
] as const) {
  test(`with ${df} degrees of freedom as scipy has it`, t => {
    const close = (found: number, wanted: number) =>
      t.true(Math.abs(found / wanted - 1) < 2e-6, `${found}, not ${wanted}`)
    close(twoSidedP(2, df), atTwo)
    close(twoSidedP(12, df), atTwelve)
    close(twoSidedQuantile(0.95, df), quantile)
  })
}

test('the impossible is refused by name', t => {
  t.throws(() => twoSidedP(NaN, 3), { instanceOf: RangeError, message: 't must be a number, got NaN' })
  t.throws(() => twoSidedP(1, 0), { instanceOf: RangeError, message: 'degrees must be a positive number, got 0' })
  t.throws(() => twoSidedQuantile(1, 3), { instanceOf: RangeError, message: 'level must be in (0, 1), got 1' })
  t.throws(() => twoSidedQuantile(0, 3), { instanceOf: RangeError, message: 'level must be in (0, 1), got 0' })
  t.throws(() => twoSidedP(1, Infinity), { instanceOf: RangeError, message: /degrees.*got Infinity/ })
  t.throws(() => twoSidedQuantile(0.9, NaN), { instanceOf: RangeError, message: /degrees/ })
})
