import test from 'ava'
import fc from 'fast-check'
import { outcomes, validVotes } from '../../../src/laws/formulation/cases/arbitraries.ts'
import { votedAlone } from '../../../src/laws/formulation/cases/voted-alone.ts'
import { binomial } from '../../../src/math/binomial.ts'
import { nth } from '../../../src/math/nth.ts'
import { mean } from '../../../src/math/statistics.ts'
import { paper } from '../../../src/methods/rlanything/formulation/paper.ts'
import { brier } from '../../../src/methods/rlanything/formulation/shipped/compared.ts'
import type { Outcome, Vote } from '../../../src/reward/votes.ts'

const formulas = { ...paper(), ...brier() }

/** What the first vote gets; R of the step has no effect. */
const paid = (outcome: Outcome, votes: readonly Vote[]): number =>
  nth(formulas.voteRewards(0, votes, outcome, votedAlone(outcome, votes)), 0)

test('a vote gets m/4 times what it, against its opposite, takes off the squared error of the mean vote', t => {
  fc.assert(
    fc.property(outcomes, outcomes, fc.array(validVotes, { maxLength: 6 }), (outcome, vote, others) => {
      const error = (of: number): number => (outcome - mean([of, ...others])) ** 2
      const m = others.length + 1
      t.true(Math.abs(paid(outcome, [vote, ...others]) - (m / 4) * (error(-vote) - error(vote))) < 1e-9)
    }),
  )
})

test('praise gains nothing on average where the others praise m/(m − 1) times as decidedly as the step is won, less beyond, more below', t => {
  const share = fc.integer({ min: 0, max: 20 }).map(twentieths => twentieths / 20)
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), share, share, (m, won, praise) => {
      const gainWhere = (outcome: Outcome): number =>
        binomial(m - 1, praise).reduce((sum, chance, praising) => {
          const others = Array.from({ length: m - 1 }, (_, k): Vote => (k < praising ? 1 : -1))
          return sum + chance * (paid(outcome, [1, ...others]) - paid(outcome, [-1, ...others]))
        }, 0)
      const gain = won * gainWhere(1) + (1 - won) * gainWhere(-1)
      t.true(Math.abs(gain - 2 * (2 * won - 1 - ((m - 1) / m) * (2 * praise - 1))) < 1e-9)
    }),
  )
})

test('a malformed vote gets the penalty, and counts as none of either for the others', t => {
  t.deepEqual(formulas.voteRewards(0, [0, 1, -1], 1, votedAlone(1, [0, 1, -1])), [-2, 1 + 1 / 3, -(1 - 1 / 3)])
})
