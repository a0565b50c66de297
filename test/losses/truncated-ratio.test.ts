import test from 'ava'
import fc from 'fast-check'
import { truncatedRatio } from '../../src/losses/truncated-ratio.ts'
import { nth } from '../../src/math/nth.ts'

const nats = fc.double({ min: -20, max: 0, noNaN: true })
const samples = fc
  .array(fc.tuple(nats, nats), { minLength: 1, maxLength: 6 })
  .map(pairs => ({ proximal: pairs.map(([of]) => of), behaviour: pairs.map(([, of]) => of) }))
const caps = fc.double({ min: 0.1, max: 20, noNaN: true })
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

test('a ratio lies between 0 and its cap, and is 1 where both models agree', t => {
  fc.assert(
    fc.property(samples, caps, ({ proximal, behaviour }, cap) => {
      const ratio = truncatedRatio(proximal, behaviour, cap)
      t.true(ratio >= 0 && ratio <= cap)
      t.is(truncatedRatio(proximal, proximal, cap), Math.min(1, cap))
    }),
  )
})

test('below the cap the ratio of a sample is the product of those of its parts', t => {
  fc.assert(
    fc.property(samples, samples, (one, other) => {
      const whole = {
        proximal: [...one.proximal, ...other.proximal],
        behaviour: [...one.behaviour, ...other.behaviour],
      }
      const of = ({ proximal, behaviour }: typeof whole) => truncatedRatio(proximal, behaviour, Number.MAX_VALUE)
      t.true(near(of(whole), of(one) * of(other)) || of(whole) > 1e300)
    }),
  )
})

test('a lower cap never gives a larger ratio, and only truncates', t => {
  fc.assert(
    fc.property(samples, caps, caps, ({ proximal, behaviour }, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      t.true(near(truncatedRatio(proximal, behaviour, low), Math.min(low, truncatedRatio(proximal, behaviour, high))))
    }),
  )
})

test('without truncation what the behaviour draws has the mean that the proximal model gives it', t => {
  const distribution = fc
    .array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
    .map(unnormalized => unnormalized.map(prob => prob / unnormalized.reduce((sum, each) => sum + each, 0)))
  fc.assert(
    fc.property(
      distribution,
      distribution,
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 }),
      (pi, mu, f) => {
        const mean = (of: (outcome: number) => number) =>
          f.reduce((sum, value, outcome) => sum + of(outcome) * value, 0)
        const ratio = (outcome: number) =>
          truncatedRatio([Math.log(nth(pi, outcome))], [Math.log(nth(mu, outcome))], 1e6)
        t.true(
          near(
            mean(outcome => nth(mu, outcome) * ratio(outcome)),
            mean(outcome => nth(pi, outcome)),
          ),
        )
      },
    ),
  )
})

test('worked numbers: half a nat more is e^0.5, and 3 nats more the cap', t => {
  t.is(truncatedRatio([-1], [-1.5], 2), Math.exp(0.5))
  t.is(truncatedRatio([-1, -1], [-2, -3], 2), 2)
  t.is(truncatedRatio([-3, -1], [-1, -1], 2), Math.exp(-2))
  t.is(truncatedRatio([], [], 2), 1)
})

test('no ratio is above its cap: e to the power ln 10, as it is rounded, would be', t => {
  t.true(Math.exp(Math.log(10)) > 10)
  t.is(truncatedRatio([Math.log(10)], [0], 10), 10)
})

test('wrong lengths, caps and log-probabilities are refused by name', t => {
  const refused = (work: () => unknown, message: RegExp) => t.throws(work, { instanceOf: RangeError, message })
  refused(() => truncatedRatio([-1], [], 2), /behaviour must have 1 values, one a token, got 0/)
  refused(() => truncatedRatio([-1], [-1], 0), /cap must be in \(0, ∞\), got 0/)
  refused(() => truncatedRatio([-1], [-1], Infinity), /cap must be in \(0, ∞\), got Infinity/)
  refused(() => truncatedRatio([Number.NaN], [-1], 2), /NaN/)
})
