import type { VotedEpisode } from './votes.ts'

/**
 * The policy's reward for step i of an episode, R_i = O + (λ/m) Σ_j S_ij: the outcome of the episode, and
 * the reward model's votes on the step. A malformed vote counts 0 and stays in m.
 * Source: RLAnything, arXiv 2602.02488, integrated feedback; λ = 1 and m = 3 there.
 *
 * @param outcome in [−1, 1]: lost is −1 and won 1; the paper has no other.
 * @param votes [m], m ≥ 1, of the step, each in [−1, 1]: between lie soft votes.
 * @param lambda λ ≥ 0, the weight of the step signal; 0 is the outcome alone.
 * @returns in [−(1 + λ), 1 + λ].
 * @throws {RangeError} if there are no votes, or a value is out of range.
 */
export function integratedReward(outcome: number, votes: readonly number[], lambda: number): number {
  if (!(outcome >= -1 && outcome <= 1)) throw new RangeError(`outcome must be in [-1, 1], got ${outcome}`)
  if (votes.length === 0) throw new RangeError('a step must have at least one vote, got 0')
  for (const vote of votes) if (!(vote >= -1 && vote <= 1)) throw new RangeError(`vote must be in [-1, 1], got ${vote}`)
  if (!(lambda >= 0 && lambda < Infinity)) throw new RangeError(`lambda must be in [0, ∞), got ${lambda}`)
  const sum = votes.reduce((total, vote) => total + vote, 0)
  return outcome + (lambda * sum) / votes.length
}

/** R_i of every step of an episode: [steps]. @throws {RangeError} as `integratedReward`. */
export const integratedRewards = ({ outcome, votes }: VotedEpisode, lambda: number): number[] =>
  votes.map(ofStep => integratedReward(outcome, ofStep, lambda))
