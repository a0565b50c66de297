import { checkOutcome, checkVotes, type VotedEpisode } from '../votes.ts'

/** How often votes agree with outcomes. */
export interface VoteRates {
  /** p₊ = P(vote = 1 | step of a won episode), in [0, 1]; `null` without such a step. */
  readonly plus: number | null
  /** p₋ = P(vote = −1 | step of a lost episode), in [0, 1]; `null` without such a step. */
  readonly minus: number | null
  /** μ = p₊ + p₋, in [0, 2]; above 1 is the condition of Theorem 1. `null` if either is. */
  readonly mu: number | null
}

/**
 * p₊, p₋ and μ as measured, with equal weight for each step. A malformed vote counts as neither.
 * Source: RLAnything, arXiv 2602.02488, Theorem 1.
 *
 * @throws {RangeError} if a step has no votes, or a vote or outcome is out of range.
 */
export function voteRates(episodes: readonly VotedEpisode[]): VoteRates {
  const plus = agreement(episodes, 1)
  const minus = agreement(episodes, -1)
  return { plus, minus, mu: plus === null || minus === null ? null : plus + minus }
}

function agreement(episodes: readonly VotedEpisode[], outcome: -1 | 1): number | null {
  episodes.forEach(episode => checkOutcome(episode.outcome))
  const steps = episodes.flatMap(episode => (episode.outcome === outcome ? episode.votes : []))
  if (steps.length === 0) return null
  const shares = steps.map(votes => {
    checkVotes(votes)
    return votes.filter(vote => vote === outcome).length / votes.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / steps.length
}
