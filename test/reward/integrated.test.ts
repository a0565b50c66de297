import test from 'ava'
import fc from 'fast-check'
import { integratedReward, integratedRewards } from '../../src/reward/integrated.ts'
import type { Vote } from '../../src/reward/votes.ts'
import { lambdas, outcomes, stepVotes } from '../../src/laws/index.ts'
import { formulas } from '../fixtures/formulas.ts'
import { near } from '../laws/near.ts'

test('turning outcome and votes round turns the reward round', t => {
  fc.assert(
    fc.property(outcomes, stepVotes, lambdas, (outcome, votes, lambda) => {
      const turned = integratedReward(
        -outcome,
        votes.map(vote => -vote as Vote),
        lambda,
      )
      near(t, turned, -integratedReward(outcome, votes, lambda))
    }),
    { numRuns: 50 },
  )
})

test('for λ < 1 the outcome has the last word', t => {
  fc.assert(
    fc.property(
      outcomes,
      stepVotes,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (outcome, votes, lambda) => Math.sign(integratedReward(outcome, votes, lambda)) === outcome,
    ),
  )
  t.pass()
})

test('integrated rewards are those of the worked numbers', t => {
  for (const { outcomes: of, votes, lambda, rewards } of formulas.feedback)
    near(
      t,
      of.map((outcome, episode) => integratedRewards({ outcome, votes: votes[episode]! }, lambda)),
      rewards,
    )
})

test('a malformed vote counts 0 and stays in the denominator', t => {
  t.is(integratedReward(1, [1, 0], 1), 1.5)
  t.is(integratedReward(-1, [0, 0, 0], 1), -1)
})

test('a step without votes, and values out of range, are refused', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => integratedReward(1, [], 1), /at least one vote, got 0/)
  refused(() => integratedReward(1, [1], -1), /lambda must be in \[0, ∞\), got -1/)
  refused(() => integratedReward(1, [1], Infinity), /lambda must be in \[0, ∞\), got Infinity/)
  refused(() => integratedReward(1, [1], Number.NaN), /lambda must be in \[0, ∞\), got NaN/)
  refused(() => integratedReward(1.5, [1], 1), /outcome must be in \[-1, 1\], got 1.5/)
  refused(() => integratedReward(1, [2], 1), /vote must be in \[-1, 1\], got 2/)
})
