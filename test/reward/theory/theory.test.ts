import test from 'ava'
import fc from 'fast-check'
import { importanceWeights, normRatio, weightNorm } from '../../../src/reward/theory/importance-weights.ts'
import { measuredPrecision, predictedPrecision } from '../../../src/reward/theory/measured-precision.ts'
import { precisionBound, rewardPrecision } from '../../../src/reward/theory/reward-precision.ts'
import { voteRates } from '../../../src/reward/theory/vote-rates.ts'
import type { Outcome, Vote } from '../../../src/reward/votes.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { groups } from '../../../src/laws/index.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'
import { formulas } from '../../fixtures/formulas.ts'
import { near } from '../../laws/near.ts'

const shares = fc.double({ min: 0, max: 1, noNaN: true })

test('precision and norms are those of the worked numbers', t => {
  for (const { votes, pPlus, pMinus, precision } of formulas.precision)
    near(t, rewardPrecision({ votes, plus: pPlus, minus: pMinus }), precision)
  for (const { outcomes, plusShares, normPlus, normMinus } of formulas.weights) {
    const weights = importanceWeights(
      outcomes.map((outcome, i) => ({ outcome, plusShare: nth(plusShares, i), minusShare: 1 - nth(plusShares, i) })),
    )
    near(t, [weightNorm(weights.plus), weightNorm(weights.minus)], [normPlus, normMinus])
  }
})

/** Every way that m votes can fall, with its chance: the definition, without a binomial. */
function falls(m: number, plus: number): { sum: number; chance: number }[] {
  if (m === 0) return [{ sum: 0, chance: 1 }]
  return falls(m - 1, plus).flatMap(({ sum, chance }) => [
    { sum: sum + 1, chance: chance * plus },
    { sum: sum - 1, chance: chance * (1 - plus) },
  ])
}

test('precision is the chance that a won step has the higher mean vote, by enumeration', t => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), shares, shares, (votes, plus, minus) => {
      const expected = falls(votes, plus).flatMap(won =>
        falls(votes, 1 - minus).map(lost => (won.sum > lost.sum ? won.chance * lost.chance : 0)),
      )
      near(
        t,
        rewardPrecision({ votes, plus, minus }),
        expected.reduce((sum, chance) => sum + chance, 0),
      )
    }),
    { numRuns: 50 },
  )
})

test('Theorem 1: the bound holds, and precision tends to 1 iff μ > 1', t => {
  for (let plus = 0; plus <= 1; plus += 0.1)
    for (let minus = 0; minus <= 1; minus += 0.1)
      for (const votes of [1, 2, 3, 8, 64, 256]) {
        const model = { votes, plus, minus }
        t.true(rewardPrecision(model) >= precisionBound(model) - 1e-12)
      }
  t.true(rewardPrecision({ votes: 1000, plus: 0.6, minus: 0.5 }) > 0.999)
  t.true(rewardPrecision({ votes: 1000, plus: 0.5, minus: 0.4 }) < 0.001)
})

test('the bound of 4 votes that agree with p₊ = 0.9 and p₋ = 0.6 is 1 − exp(−¼); without an edge there is none', t => {
  near(t, precisionBound({ votes: 4, plus: 0.9, minus: 0.6 }), 1 - Math.exp(-0.25), 1e-15)
  t.is(precisionBound({ votes: 4, plus: 0.5, minus: 0.5 }), 0)
  t.is(precisionBound({ votes: 4, plus: 0.2, minus: 0.1 }), 0)
})

test('at μ = 1 precision is below a half, for ties', t => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 32 }), shares, (votes, plus) => {
      const precision = rewardPrecision({ votes, plus, minus: 1 - plus })
      t.true(precision <= 0.5 + 1e-9)
    }),
    { numRuns: 50 },
  )
  t.true(rewardPrecision({ votes: 3, plus: 0.5, minus: 0.5 }) < 0.5)
})

test('Theorem 2: expected consistency reward is 4 (p₊ f₊ + p₋ f₋) less 2 (f₊ + f₋)', t => {
  const outcomes = fc.constantFrom<Outcome[]>(-1, 1)
  fc.assert(
    fc.property(outcomes, shares, shares, fc.double({ min: 0, max: 4, noNaN: true }), (outcome, old, now, lambda) => {
      const reward = outcome + lambda * (2 * old - 1)
      const { plus, minus } = importanceWeights([{ outcome, plusShare: old, minusShare: 1 - old }], lambda)
      const promise = 4 * (now * nth(plus, 0) + (1 - now) * nth(minus, 0)) - 2 * (nth(plus, 0) + nth(minus, 0))
      near(t, promise, reward * (2 * now - 1))
    }),
  )
})

test('at λ = 1 a weight is the share of votes that agree with the outcome', t => {
  const { plus, minus } = importanceWeights([
    { outcome: 1, plusShare: 0.75, minusShare: 0 },
    { outcome: -1, plusShare: 0.75, minusShare: 0.25 },
  ])
  t.deepEqual(
    [plus, minus],
    [
      [0.75, 0],
      [0, 0.25],
    ],
  )
})

test('the ratio of norms goes from 0 to Infinity with the share of won episodes', t => {
  const ratio = (won: number) =>
    normRatio(
      importanceWeights(
        Array.from({ length: 8 }, (_, i) => ({ outcome: i < won ? 1 : -1, plusShare: 0.5, minusShare: 0.5 }) as const),
      ),
    )
  const ratios = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(ratio)
  t.is(ratios[0], 0)
  t.is(ratios[4], 1)
  t.is(ratios[8], Infinity)
  t.deepEqual(
    ratios,
    ratios.toSorted((a, b) => present(a) - present(b)),
  )
  t.is(normRatio(importanceWeights([{ outcome: 1, plusShare: 0, minusShare: 1 }])), null)
})

test('vote rates are shares, do not depend on order and are null where there is nothing to count', t => {
  fc.assert(
    fc.property(groups, episodes => {
      const { plus, minus, mu } = voteRates(episodes)
      for (const rate of [plus, minus]) t.true(rate === null || (rate >= 0 && rate <= 1))
      t.is(
        plus === null,
        episodes.every(({ outcome }) => outcome === -1),
      )
      t.is(mu === null, plus === null || minus === null)
      near(t, voteRates(episodes.toReversed()).mu ?? -1, mu ?? -1)
    }),
    { numRuns: 50 },
  )
  const measured = voteRates([
    {
      outcome: 1,
      votes: [
        [1, 1, 0],
        [1, -1, -1],
      ],
    },
    { outcome: -1, votes: [[-1, -1]] },
  ])
  near(t, [measured.plus ?? -1, measured.minus ?? -1, measured.mu ?? -1], [0.5, 1, 1.5])
})

test('chances that are none are refused by name', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => rewardPrecision({ votes: 0, plus: 0.5, minus: 0.5 }), /votes must be a positive integer, got 0/)
  refused(() => precisionBound({ votes: 3, plus: 1.5, minus: 0.5 }), /plus must be in \[0, 1\], got 1.5/)
  refused(() => precisionBound({ votes: 3, plus: -0.5, minus: 0.5 }), /plus must be in \[0, 1\], got -0.5/)
  refused(() => precisionBound({ votes: 3, plus: 0.5, minus: 1.5 }), /minus must be in \[0, 1\], got 1.5/)
  refused(() => precisionBound({ votes: 3, plus: 0.5, minus: -0.5 }), /minus must be in \[0, 1\], got -0.5/)
  refused(() => importanceWeights([{ outcome: 1, plusShare: 1.5, minusShare: 0 }]), /plusShare must be in .*got 1.5/)
  refused(() => importanceWeights([{ outcome: 1, plusShare: -0.5, minusShare: 0 }]), /plusShare must be in .*got -0.5/)
  refused(
    () => importanceWeights([{ outcome: 1, plusShare: 0.5, minusShare: -0.5 }]),
    /minusShare must be in .*got -0.5/,
  )
  refused(() => importanceWeights([{ outcome: 1, plusShare: 0.7, minusShare: 0.7 }]), /minusShare must be in/)
  refused(() => importanceWeights([], -1), /lambda must be in \[0, ∞\), got -1/)
  refused(() => importanceWeights([], Infinity), /lambda must be in \[0, ∞\), got Infinity/)
  refused(() => weightNorm([]), /weights must not be empty/)
  refused(() => voteRates([{ outcome: 1, votes: [[]] }]), /at least one vote, got 0/)
  refused(() => voteRates([{ outcome: 0 as Outcome, votes: [[1]] }]), /outcome must be -1 or 1, got 0/)
  refused(() => voteRates([{ outcome: 1, votes: [[3 as Vote]] }]), /vote must be -1, 0 or 1, got 3/)
})

test('measured precision is the share of pairs that are ranked right, by counting them', t => {
  fc.assert(
    fc.property(groups, episodes => {
      const means = (outcome: -1 | 1) =>
        episodes
          .filter(each => each.outcome === outcome)
          .flatMap(({ votes }) => votes.map(of => of.reduce<number>((sum, vote) => sum + vote, 0) / of.length))
      const pairs = means(1).flatMap(won => means(-1).map(lost => won > lost))
      const expected = pairs.length === 0 ? null : pairs.filter(right => right).length / pairs.length
      t.is(measuredPrecision(episodes), expected)
    }),
  )
})

test('no precision is predicted without steps of both kinds', t => {
  const [won, lost] = [{ outcome: 1, votes: [[1, 1]] } as const, { outcome: -1, votes: [[-1, 1]] } as const]
  for (const episodes of [[], [won], [lost]]) t.is(predictedPrecision(episodes), null)
  near(t, present(predictedPrecision([won, lost])), 0.75)
})

test('for independent votes the measured precision comes near the predicted one', t => {
  const random = randomFrom(rootKey(5))
  const vote = (right: number, outcome: -1 | 1): -1 | 1 => (random.uniform() < right ? outcome : outcome === 1 ? -1 : 1)
  const episode = (outcome: -1 | 1) => ({
    outcome,
    votes: Array.from({ length: 10 }, () => Array.from({ length: 3 }, () => vote(outcome === 1 ? 0.8 : 0.7, outcome))),
  })
  const episodes = Array.from({ length: 200 }, (_, index) => episode(index % 2 === 0 ? 1 : -1))
  const predicted = predictedPrecision(episodes) ?? NaN
  near(t, measuredPrecision(episodes) ?? NaN, predicted, 0.03)
  near(t, predicted, rewardPrecision({ votes: 3, plus: 0.8, minus: 0.7 }), 0.03)
  const [first] = episodes
  t.is(predictedPrecision([...episodes, { ...present(first), votes: [[1]] }]), null)
})
