import { rewardPrecision } from './reward-precision.ts'
import { voteRates } from './vote-rates.ts'
import { checkOutcome, checkVotes, type VotedEpisode } from '../votes.ts'

/**
 * Reward precision as measured: the share of pairs of a step of a won episode and one of a lost episode, in which the
 * first has the higher mean vote. Equal means count as failure.
 * Source: RLAnything, arXiv 2602.02488, Theorem 1.
 *
 * @returns in [0, 1]; `null` unless there are steps of both kinds.
 * @throws {RangeError} if a step has no votes, or a vote or outcome is out of range.
 */
export function measuredPrecision(episodes: readonly VotedEpisode[]): number | null {
  const [won, lost] = [meansOf(episodes, 1), meansOf(episodes, -1)]
  if (won.length === 0 || lost.length === 0) return null
  let pairs = 0
  let below = 0
  for (const mean of won) {
    while ((lost[below] ?? Infinity) < mean) below += 1
    pairs += below
  }
  return pairs / (won.length * lost.length)
}

/**
 * The precision that p₊ and p₋ as measured predict for votes that are independent given the outcome.
 *
 * @returns in [0, 1]; `null` where `measuredPrecision` is, or where not all steps have as many votes.
 * @throws {RangeError} as `measuredPrecision`.
 */
export function predictedPrecision(episodes: readonly VotedEpisode[]): number | null {
  const { plus, minus } = voteRates(episodes)
  const counts = new Set(episodes.flatMap(({ votes }) => votes.map(({ length }) => length)))
  const [votes] = counts
  if (plus === null || minus === null || votes === undefined || counts.size > 1) return null
  return rewardPrecision({ votes, plus, minus })
}

/** Mean votes on steps of episodes of that outcome, ascending. */
function meansOf(episodes: readonly VotedEpisode[], outcome: -1 | 1): number[] {
  return episodes
    .flatMap(episode => {
      checkOutcome(episode.outcome)
      return episode.outcome === outcome ? episode.votes : []
    })
    .map(votes => {
      checkVotes(votes)
      return votes.reduce<number>((sum, vote) => sum + vote, 0) / votes.length
    })
    .sort((a, b) => a - b)
}
