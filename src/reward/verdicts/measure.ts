/** The quality of the votes on a set of rollouts. Pure. */
import type { Rollout } from '../../contracts/episode.ts'
import { zip } from '../../math/zip.ts'
import { shareOf } from '../../math/statistics.ts'
import { importanceWeights, weightNorm } from '../theory/importance-weights.ts'
import { measuredPrecision, predictedPrecision } from '../theory/measured-precision.ts'
import { malformedShare, outcomeQuality, processQuality, unanimousShare } from './quality.ts'
import { voteRates } from '../theory/vote-rates.ts'
import type { VotedEpisode } from '../votes.ts'
import { outcomeOf } from '../outcome.ts'
import type { VerdictQuality } from './measures.ts'
import { votedSteps } from './voted-steps.ts'

/**
 * The reward model on these rollouts; all `null` and 0 where none was voted on. Invalid steps are left out.
 *
 * @param lambda λ of the run.
 */
export function verdictQuality(rollouts: readonly Rollout[], lambda: number): VerdictQuality {
  const steps = rollouts.map(votedSteps)
  const episodes = zip(rollouts, steps).map(([rollout, voted]) => ({
    outcome: outcomeOf(rollout),
    votes: voted.map(({ votes }) => votes),
  }))
  const votes = episodes.flatMap(episode => episode.votes)
  const labelled = steps
    .flat()
    .flatMap(({ votes, good }) => (good === null ? [] : [{ votes, label: good ? (1 as const) : (-1 as const) }]))
  const process = processQuality(
    labelled.map(({ votes }) => votes),
    labelled.map(({ label }) => label),
  )
  const rates = voteRates(episodes)
  return {
    process: process.accuracy,
    processBalanced: process.balancedAccuracy,
    outcome: outcomeQuality(episodes).accuracy,
    malformed: malformedShare(votes) ?? 0,
    unanimous: unanimousShare(votes) ?? 0,
    pPlus: rates.plus,
    pMinus: rates.minus,
    mu: rates.mu,
    precision: measuredPrecision(episodes),
    precisionPredicted: predictedPrecision(episodes),
    ...norms(episodes, lambda),
  }
}

/** Each step with the shares of its votes, as estimates of the probabilities. */
function norms(episodes: readonly VotedEpisode[], lambda: number): Pick<VerdictQuality, 'normPlus' | 'normMinus'> {
  const seen = episodes.flatMap(({ outcome, votes }) =>
    votes.map(ofStep => ({
      outcome,
      plusShare: shareOf(ofStep.map(vote => vote === 1)) ?? 0,
      minusShare: shareOf(ofStep.map(vote => vote === -1)) ?? 0,
    })),
  )
  if (seen.length === 0) return { normPlus: null, normMinus: null }
  const { plus, minus } = importanceWeights(seen, lambda)
  return { normPlus: weightNorm(plus), normMinus: weightNorm(minus) }
}
