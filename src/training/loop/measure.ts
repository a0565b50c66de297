/** What the votes on a set of rollouts were worth. Pure. */
import type { Rollout } from '../../episode.ts'
import { malformedShare, outcomeQuality, processQuality, unanimousShare } from '../../feedback/quality.ts'
import { voteRates } from '../../feedback/vote-rates.ts'
import { outcomeOf, votesOf } from './credit.ts'
import type { JudgeQuality } from '../metrics.ts'

/** The judge on these rollouts; all `null` and 0 where none was judged. */
export function judgeQuality(rollouts: readonly Rollout[]): JudgeQuality {
  const judged = rollouts.filter(rollout => rollout.judged.length > 0)
  const episodes = judged.map(rollout => ({ outcome: outcomeOf(rollout), votes: votesOf(rollout) }))
  const steps = episodes.flatMap(({ votes }) => votes)
  const labels = judged.flatMap(({ episode }) => episode.steps.map(({ label }) => (label.good ? 1 : -1)))
  const process = processQuality(steps, labels)
  const rates = voteRates(episodes)
  return {
    process: process.accuracy,
    processBalanced: process.balancedAccuracy,
    outcome: outcomeQuality(episodes).accuracy,
    malformed: malformedShare(steps) ?? 0,
    unanimous: unanimousShare(steps) ?? 0,
    pPlus: rates.plus,
    pMinus: rates.minus,
    mu: rates.mu,
  }
}

/** Share of the items that fit, in [0, 1]; 0 of none. */
export const shareOf = <T>(items: readonly T[], fits: (item: T) => boolean): number =>
  items.length === 0 ? 0 : items.filter(fits).length / items.length
