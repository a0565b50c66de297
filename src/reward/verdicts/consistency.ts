import { standardise } from '../../math/statistics.ts'
import { checkVotes, type Vote } from '../votes.ts'
import { nth } from '../../math/nth.ts'

/**
 * The reward model's reward for each of its m votes on one step, R(S_ij) = R_i · S_ij: a vote is right if it
 * agrees with how the step turned out. A malformed vote gets −penalty instead.
 * A penalty below 1 + λ makes it pay, on a step whose |R_i| exceeds the penalty, to be malformed rather than wrong.
 * Source: RLAnything, arXiv 2602.02488, consistency feedback. Departure: the penalty's default of 2, in the configuration.
 *
 * @param reward R_i of the step, finite.
 * @param votes [m], m ≥ 1.
 * @param malformedPenalty ≥ 0.
 * @returns [m].
 * @throws {RangeError} if there are no votes, or a value is out of range.
 */
export function consistencyRewards(reward: number, votes: readonly Vote[], malformedPenalty: number): number[] {
  if (!Number.isFinite(reward)) throw new RangeError(`reward must be finite, got ${reward}`)
  if (!(malformedPenalty >= 0 && malformedPenalty < Infinity))
    throw new RangeError(`malformedPenalty must be in [0, ∞), got ${malformedPenalty}`)
  checkVotes(votes)
  return votes.map(vote => (vote === 0 ? -malformedPenalty : reward * vote))
}

/**
 * Over which set the reward model's rewards are standardised: `step`, the m votes of one step of one episode (the authors'
 * code); `step-index`, all votes at one step index of the group; `task`, all votes of the group.
 */
export type VoteGroup = 'step' | 'step-index' | 'task'

/**
 * The reward model's advantage: its rewards standardised over the named group of votes, with the
 * population's standard deviation; all 0 where that is ≤ 1e-8.
 *
 * With `step` R_i is one number within a group, so for valid votes that differ A_j = sign(R_i) (S_j − S̄) / σ:
 * the size of R_i has no effect (for λ ≤ 1 it is training on O · S_j alone), and a unanimous step teaches
 * nothing. With the other two groups the size matters.
 *
 * @param rewards [episodes][steps][m], ragged, finite: of one task.
 * @returns the same shape; over a group of votes the mean is 0, the variance 0 or 1.
 * @throws {RangeError} if a reward is not finite or `group` is not one of the three.
 */
export function consistencyAdvantages(
  rewards: readonly (readonly (readonly number[])[])[],
  group: VoteGroup,
): number[][][] {
  switch (group) {
    case 'step':
      return rewards.map(steps => steps.map(standardise))
    case 'step-index':
      return standardiseBy(rewards, step => step)
    case 'task':
      return standardiseBy(rewards, () => 0)
    default:
      throw new RangeError(`group must be 'step', 'step-index' or 'task', got '${String(group)}'`)
  }
}

function standardiseBy(
  rewards: readonly (readonly (readonly number[])[])[],
  groupOf: (step: number) => number,
): number[][][] {
  const pools: number[][] = []
  const places = rewards.map(steps =>
    steps.map((ofStep, step) => {
      const pool = (pools[groupOf(step)] ??= [])
      return ofStep.map(reward => pool.push(reward) - 1)
    }),
  )
  const scaled = pools.map(standardise)
  return places.map(steps => steps.map((ofStep, step) => ofStep.map(place => nth(nth(scaled, groupOf(step)), place))))
}
