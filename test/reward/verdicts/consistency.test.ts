import test from 'ava'
import fc from 'fast-check'
import { consistencyRewards, consistencyAdvantages, type VoteGroup } from '../../../src/reward/verdicts/consistency.ts'
import { integratedReward, integratedRewards } from '../../../src/reward/integrated.ts'
import type { Outcome, Vote } from '../../../src/reward/votes.ts'
import { groups, lambdas, outcomes, stepVotes } from '../../../src/laws/index.ts'
import { nth } from '../../../src/math/nth.ts'
import { formulas } from '../../fixtures/formulas.ts'
import { near } from '../../laws/near.ts'

const voteGroups = ['step', 'step-index', 'task'] as const

test('rewards and advantages are those of the worked numbers', t => {
  for (const { rewards, votes, malformedPenalty, consistency, consistencyAdvantages: expected } of formulas.feedback) {
    const actual = rewards.map((ofEpisode, episode) =>
      ofEpisode.map((reward, step) => consistencyRewards(reward, nth(nth(votes, episode), step), malformedPenalty)),
    )
    near(t, actual, consistency)
    for (const group of voteGroups) near(t, consistencyAdvantages(actual, group), expected[group])
  }
})

/** Every way that m valid votes can fall. */
function patterns(m: number): Vote[][] {
  return m === 0
    ? [[]]
    : patterns(m - 1).flatMap(
        votes =>
          [
            [...votes, 1],
            [...votes, -1],
          ] as Vote[][],
      )
}

const advantagesOf = (outcome: Outcome, votes: readonly Vote[], lambda: number): number[] =>
  nth(
    nth(consistencyAdvantages([[consistencyRewards(integratedReward(outcome, votes, lambda), votes, 2)]], 'step'), 0),
    0,
  )

test('by `step`, for λ ≤ 1, the size of R has no effect: it is training on O · S', t => {
  for (const m of [1, 2, 3, 4, 5])
    for (const votes of patterns(m))
      for (const outcome of [-1, 1] as const)
        for (const lambda of [0.25, 0.5, 1])
          near(t, advantagesOf(outcome, votes, lambda), advantagesOf(outcome, votes, 0))
})

test('by `step`, votes that differ get sign(R)(S − S̄)/σ, whatever λ', t => {
  for (const votes of patterns(4).filter(of => new Set(of).size > 1))
    for (const lambda of [0, 1, 2, 4]) {
      const reward = integratedReward(1, votes, lambda)
      const mean = votes.reduce<number>((sum, vote) => sum + vote, 0) / votes.length
      const deviation = Math.sqrt(1 - mean * mean)
      near(
        t,
        advantagesOf(1, votes, lambda),
        votes.map(vote => (Math.sign(reward) * (vote - mean)) / deviation),
      )
    }
})

test('by `step`, a unanimous step teaches nothing; by `task` it does', t => {
  fc.assert(
    fc.property(outcomes, fc.constantFrom<Vote[]>(-1, 1), fc.integer({ min: 1, max: 8 }), (outcome, vote, m) => {
      t.true(advantagesOf(outcome, Array<Vote>(m).fill(vote), 1).every(advantage => advantage === 0))
    }),
    { numRuns: 20 },
  )
  const rewards = [[[2, 2]], [[-1, -1]]]
  t.deepEqual(consistencyAdvantages(rewards, 'task'), [[[1, 1]], [[-1, -1]]])
})

test('over each group of votes the mean is 0 and the variance 1, or all are 0', t => {
  fc.assert(
    fc.property(groups, lambdas, (episodes, lambda) => {
      const rewards = episodes.map(episode =>
        integratedRewards(episode, lambda).map((reward, step) =>
          consistencyRewards(reward, nth(episode.votes, step), 2),
        ),
      )
      const steps = Math.max(...rewards.map(({ length }) => length))
      const pools = {
        step: (advantages: number[][][]) => advantages.flat(),
        'step-index': (advantages: number[][][]) =>
          Array.from({ length: steps }, (_, step) => advantages.flatMap(ofEpisode => ofEpisode[step] ?? [])),
        task: (advantages: number[][][]) => [advantages.flat(2)],
      }
      for (const group of voteGroups)
        for (const pool of pools[group](consistencyAdvantages(rewards, group))) {
          if (pool.every(value => value === 0)) continue
          near(t, pool.reduce((sum, value) => sum + value, 0) / pool.length, 0)
          near(t, pool.reduce((sum, value) => sum + value ** 2, 0) / pool.length, 1)
        }
    }),
    { numRuns: 50 },
  )
})

test('the order of episodes has no effect', t => {
  fc.assert(
    fc.property(groups, episodes => {
      const rewards = episodes.map(({ votes }) => votes.map(of => consistencyRewards(1.5, of, 2)))
      for (const group of voteGroups)
        near(t, consistencyAdvantages(rewards.toReversed(), group).toReversed(), consistencyAdvantages(rewards, group))
    }),
    { numRuns: 50 },
  )
})

test('with a penalty of at least 1 + λ a malformed vote never gets more than a valid one', t => {
  fc.assert(
    fc.property(outcomes, stepVotes, lambdas, (outcome, votes, lambda) => {
      const rewards = consistencyRewards(integratedReward(outcome, votes, lambda), votes, 1 + lambda)
      const worst = Math.min(...rewards)
      votes.forEach((vote, j) => t.true(vote !== 0 || nth(rewards, j) <= worst + 1e-9))
    }),
    { numRuns: 50 },
  )
  t.deepEqual(consistencyRewards(3, [-1, 0], 2), [-3, -2], 'with a smaller one it can')
})

test('bad votes are refused by name', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => consistencyRewards(1, [], 2), /at least one vote, got 0/)
  refused(() => consistencyRewards(Number.NaN, [1], 2), /reward must be finite, got NaN/)
  refused(() => consistencyRewards(1, [1], -2), /malformedPenalty must be in \[0, ∞\), got -2/)
  refused(() => consistencyRewards(1, [1], Infinity), /malformedPenalty must be in \[0, ∞\), got Infinity/)
  refused(() => consistencyAdvantages([[[1]]], 'episode' as VoteGroup), /got 'episode'/)
  refused(() => consistencyAdvantages([[[Infinity]]], 'task'), /finite, got Infinity/)
})
