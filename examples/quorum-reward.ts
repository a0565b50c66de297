import type { Outcome, Vote } from 'rlanything'

export interface QuorumOptions {
  /** λ ≥ 0, the weight of the step signal. */
  readonly lambda: number
  /** Least |S̄| at which the votes count, in [0, 1]. */
  readonly quorum: number
}

/**
 * A reward of one's own: R = O + λ S̄ where the votes agree enough, |S̄| ≥ quorum, and R = O where they do not.
 *
 * @param votes [m], m ≥ 1, of the step.
 * @returns in [−(1 + λ), 1 + λ].
 * @throws {RangeError} if there are no votes or an option is out of range.
 */
export function quorumReward(outcome: Outcome, votes: readonly Vote[], { lambda, quorum }: QuorumOptions): number {
  if (votes.length === 0) throw new RangeError('a step must have at least one vote, got 0')
  if (!(lambda >= 0 && lambda < Infinity)) throw new RangeError(`lambda must be in [0, ∞), got ${lambda}`)
  if (!(quorum >= 0 && quorum <= 1)) throw new RangeError(`quorum must be in [0, 1], got ${quorum}`)
  const mean = votes.reduce<number>((sum, vote) => sum + vote, 0) / votes.length
  return Math.abs(mean) >= quorum ? outcome + lambda * mean : outcome
}
