/** Packs the turns and verdicts of credited groups for training, and counts what is left out by reason. Pure. */
import { groupBy } from '../../math/group-by.ts'
import { zip } from '../../math/zip.ts'
import { noteSamples, type Samples } from '../../learning/samples.ts'
import { packEpisode, type Credit, type Packed } from '../../learning/packing/packing.ts'
import { createSampleFilter } from '../../learning/sample-filter.ts'
import { stalenessOfVersion, type VersionHistory } from '../../learning/staleness.ts'
import type { EpisodeStep } from '../../contracts/episode.ts'
import type { TurnAdvantage, TurnCredits, TurnEpisode, TurnLearner } from './turn-method.ts'

interface CreditedTurns {
  /** Of one task. */
  readonly group: readonly TurnEpisode[]
  readonly credits: TurnCredits
}

/**
 * The policy's samples. Turns with an advantage a token are packed as samples of one token, which together weigh as much as a turn.
 *
 * @param staleness trainings since a turn was drawn, after which it is left out.
 */
export function turnSamples(
  credited: readonly CreditedTurns[],
  { trainings, staleness }: { readonly trainings: VersionHistory; readonly staleness: number },
): Samples {
  const filter = createSampleFilter({ trainings })
  const packed: Packed[] = []
  const creditOf = (step: EpisodeStep, given: TurnAdvantage): Credit | null => {
    const isStale = stalenessOfVersion(trainings, step.version) > staleness
    const reason = isStale ? 'stale' : typeof given === 'string' ? given : null
    const advantage =
      reason !== null || typeof given === 'string' ? null : typeof given === 'number' ? given : norm(given)
    return filter.keep('kept', { ...step, advantage, weight: 1, noAdvantageReason: reason ?? '' })
  }
  for (const { group, credits } of credited)
    for (const [{ episode }, advantages] of zip(group, credits.policy))
      for (const turns of groupBy(zip(episode.steps, advantages), ([{ agent }]) => agent).values()) {
        const kept = turns.map(([step, advantage]) => creditOf(step, advantage))
        if (kept.every(credit => credit === null)) continue
        const own = turns.filter((_, turn) => kept[turn] !== null).map(([, advantage]) => advantage)
        packed.push(tokenwise(packEpisode({ steps: turns.map(([step]) => step) }, kept), own))
      }
  return { packed, dropped: filter.dropped, ages: filter.ages }
}

/** 0 where all are: such a turn is left out as one of advantage 0 is. */
const norm = (advantages: Float32Array): number => Math.hypot(...advantages)

const tokenwise = ({ sequence, targets }: Packed, advantages: readonly TurnAdvantage[]): Packed => ({
  sequence,
  targets: zip(targets, advantages).flatMap(([target, given]) => {
    if (typeof given !== 'object') return [target]
    return Array.from(given, (advantage, token) => ({
      ...target,
      start: target.start + token,
      end: target.start + token + 1,
      behaviour: target.behaviour.slice(token, token + 1),
      weight: target.weight / given.length,
      advantage,
    }))
  }),
})

/** The reward model's samples; none where it does not learn. */
export function verdictSamples(
  credited: readonly CreditedTurns[],
  rewardModel: NonNullable<TurnLearner['rewardModel']>,
  trainings: VersionHistory,
): Samples {
  const groups = credited.flatMap(({ group, credits: { rewardModel: noteAdvantages } }) =>
    noteAdvantages === null
      ? []
      : [{ group: { members: group.map(rollout => ({ rollout })) }, credit: { noteAdvantages } }],
  )
  const [low, high] = rewardModel.filter
  return noteSamples(groups, {
    filter: { low, high, edges: 'inclusive' },
    balance: rewardModel.balance,
    noAdvantageReason: 'no verdict',
    trainings,
    truncated: rewardModel.truncated,
  })
}
