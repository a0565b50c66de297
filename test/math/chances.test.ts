import test from 'ava'
import fc from 'fast-check'
import { drawBeta, drawGamma } from '../../src/math/beta.ts'
import { binomial } from '../../src/math/binomial.ts'
import { normalQuantile } from '../../src/math/normal-quantile.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { mean } from '../../src/math/statistics.ts'
import { shareError, wilsonInterval } from '../../src/math/wilson.ts'
import { counts } from '../../src/laws/index.ts'
import { near } from '../laws/near.ts'

const shares = fc.double({ min: 0, max: 1, noNaN: true })

test('binomial chances sum to 1 and have mean n p', t => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), shares, (n, p) => {
      const chances = [...binomial(n, p)]
      near(
        t,
        chances.reduce((sum, chance) => sum + chance, 0),
        1,
      )
      near(
        t,
        chances.reduce((sum, chance, k) => sum + k * chance, 0),
        n * p,
      )
    }),
    { numRuns: 50 },
  )
  near(t, [...binomial(3, 0.5)], [0.125, 0.375, 0.375, 0.125])
  t.deepEqual([...binomial(2, 1)], [0, 0, 1])
})

test('normal quantiles are those of the tables, and odd about ½', t => {
  near(
    t,
    [0.5, 0.9, 0.975, 0.9995].map(normalQuantile),
    [0, 1.2815515655446004, 1.959963984540054, 3.2905267314918945],
    1e-12,
  )
  near(t, normalQuantile(1e-20), -9.262340089798408, 1e-12)
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 0.5, noNaN: true }), p =>
      near(t, normalQuantile(p), -normalQuantile(1 - p), 1e-8),
    ),
  )
})

test('a Wilson interval holds the share, lies in [0, 1], mirrors and widens with confidence', t => {
  fc.assert(
    fc.property(counts(), ({ successes, trials }) => {
      const { low, high } = wilsonInterval({ successes, trials }, 0.8)
      t.true(low >= 0 && low <= successes / trials && successes / trials <= high && high <= 1)
      const mirror = wilsonInterval({ successes: trials - successes, trials }, 0.8)
      near(t, [1 - mirror.high, 1 - mirror.low], [low, high])
      const wider = wilsonInterval({ successes, trials }, 0.95)
      t.true(wider.low <= low && wider.high >= high)
    }),
    { numRuns: 50 },
  )
})

test("a Wilson interval's ends are where |k/n − p| = z √(p (1 − p) / n)", t => {
  const { low, high } = wilsonInterval({ successes: 1, trials: 10 }, 0.95)
  near(t, [low, high], [0.01787621, 0.40415003], 1e-7)
  for (const p of [low, high]) near(t, Math.abs(0.1 - p), 1.959963984540054 * Math.sqrt((p * (1 - p)) / 10), 1e-9)
})

test('beta and gamma draws have the means of their distributions', t => {
  const random = randomFrom(rootKey(5))
  for (const [a, b] of [
    [1, 1],
    [2, 5],
    [30, 3],
  ] as const) {
    const draws = Array.from({ length: 4000 }, () => drawBeta(a, b, random))
    t.true(draws.every(draw => draw >= 0 && draw <= 1))
    near(t, mean(draws), a / (a + b), 0.02)
  }
  const draws = Array.from({ length: 4000 }, () => drawGamma(3, random))
  near(t, mean(draws), 3, 0.15)
  /* Variance and third moment tell the shape: 3 and 2 · 3. */
  near(t, mean(draws.map(draw => (draw - 3) ** 2)), 3, 0.3)
  near(t, mean(draws.map(draw => (draw - 3) ** 3)), 6, 2)
})

test('gamma draws of shape 1 and 2 lie below a point as often as they should', t => {
  const random = randomFrom(rootKey(6))
  const below = {
    1: (x: number) => 1 - Math.exp(-x),
    2: (x: number) => 1 - (1 + x) * Math.exp(-x),
  }
  for (const shape of [1, 2] as const) {
    const draws = Array.from({ length: 8000 }, () => drawGamma(shape, random))
    for (const x of [0.1, 0.3, 1, 2, 4])
      near(t, draws.filter(draw => draw < x).length / draws.length, below[shape](x), 0.015)
  }
})

test('none of n is 0 at the least, all of n is 1 at the most, without rounding', t => {
  for (let trials = 1; trials <= 64; trials += 1) {
    t.is(wilsonInterval({ successes: 0, trials }, 0.8).low, 0)
    t.is(wilsonInterval({ successes: trials, trials }, 0.8).high, 1)
  }
})

test('bad values are refused by name', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  const random = randomFrom(rootKey(0))
  refused(() => binomial(-1, 0.5), /n must be a non-negative integer, got -1/)
  refused(() => binomial(1.5, 0.5), /n must be a non-negative integer, got 1.5/)
  refused(() => binomial(1, -1), /p must be in \[0, 1\], got -1/)
  refused(() => binomial(1, 2), /p must be in \[0, 1\], got 2/)
  refused(() => normalQuantile(0), /p must be in \(0, 1\), got 0/)
  refused(() => normalQuantile(1), /p must be in \(0, 1\), got 1/)
  refused(() => wilsonInterval({ successes: 0, trials: 0 }, 0.8), /trials must be a positive integer, got 0/)
  refused(() => wilsonInterval({ successes: 1, trials: 1.5 }, 0.8), /trials must be a positive integer, got 1.5/)
  refused(() => wilsonInterval({ successes: -1, trials: 2 }, 0.8), /successes must be an integer in \[0, 2\], got -1/)
  refused(() => wilsonInterval({ successes: 0.5, trials: 2 }, 0.8), /successes must be an integer .* got 0.5/)
  for (const confidence of [0, 1])
    refused(() => wilsonInterval({ successes: 1, trials: 2 }, confidence), /confidence must be in \(0, 1\)/)
  refused(() => drawGamma(Infinity, random), /shape must be in \[1, ∞\), got Infinity/)
  refused(() => wilsonInterval({ successes: 3, trials: 2 }, 0.8), /successes must be an integer in \[0, 2\], got 3/)
  refused(() => drawBeta(0.5, 1, random), /shape must be in \[1, ∞\), got 0.5/)
})

test('the error of a share is half its score interval at one standard deviation: near that of Wald, and never 0', t => {
  const oneDeviation = 0.682689492137
  for (const [successes, trials] of [
    [0, 4],
    [8, 8],
    [3, 10],
    [96, 256],
  ] as const) {
    const { low, high } = wilsonInterval({ successes, trials }, oneDeviation)
    const share = successes / trials
    if (share > 0 && share < 1) near(t, shareError(share, trials), (high - low) / 2, 1e-6)
    t.true(shareError(share, trials) > 0)
  }
  near(t, shareError(0.375, 256), Math.sqrt((0.375 * 0.625) / 256), 1e-4)
  t.is(shareError(0, 0), 0)
})
