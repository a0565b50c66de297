/** Selects and packs the actions, verdicts and tests of an iteration to train on, and counts the others by reason. Pure. */
import { observerNotes, samplesOf, type EpisodeStep, type Rollout } from '../contracts/episode.ts'
import { classWeights } from '../math/class-weights.ts'
import { outcomeOf } from '../reward/outcome.ts'
import type { GroupCredit, PolicyCredit } from './group-credit.ts'
import { successBand, type SuccessBand } from './success-band.ts'
import { rolloutsOf, type Members, type PlayedGroup } from '../rollout/groups.ts'
import { zip } from '../math/zip.ts'
import { shareOf } from '../math/statistics.ts'
import { packEpisode, packNotes, type Credit, type Packed } from './packing/packing.ts'
import { transcriptsOf } from './packing/transcripts.ts'
import { createSampleFilter, type Freshness } from './sample-filter.ts'

/** A group with its credit. */
export interface CreditedGroup {
  readonly group: PlayedGroup
  readonly credit: GroupCredit
}

export interface Samples {
  readonly packed: readonly Packed[]
  /** Samples left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>
  /** Trainings since each packed sample was drawn. */
  readonly ages: readonly number[]
}

/**
 * Every action with an advantage, of the groups that pass the filter; an invalid step has none. The turns of each agent of an
 * episode are packed separately: it has read nothing else.
 */
export function policySamples(
  groups: readonly { readonly group: Members; readonly credit: Pick<PolicyCredit, 'advantages'> }[],
  filter: SuccessBand,
  freshness: Freshness,
): Samples {
  const sampleFilter = createSampleFilter(freshness)
  const packed = groups.flatMap(({ group, credit }) => {
    const verdict = successBand(successShare(group), filter)
    return zip(group.members, credit.advantages).flatMap(([{ rollout }, advantages]) => {
      const credits = zip(rollout.episode.steps, advantages).map(([step, advantage]) =>
        sampleFilter.keep(verdict, {
          ...step,
          advantage,
          weight: 1,
          noAdvantageReason: 'invalid step',
        }),
      )
      return byAgent(rollout.episode.steps, credits).flatMap(({ steps, credits }) =>
        credits.some(each => each !== null) ? [packEpisode({ steps }, credits)] : [],
      )
    })
  })
  return { packed, dropped: sampleFilter.dropped, ages: sampleFilter.ages }
}

/** The steps of each agent with their credit, in the order of their first turns. */
function byAgent(steps: readonly EpisodeStep[], credits: readonly (Credit | null)[]) {
  const agents = [...new Set(steps.map(({ agent }) => agent))]
  return agents.map(agent => {
    const own = zip(steps, credits).filter(([step]) => step.agent === agent)
    return { steps: own.map(([step]) => step), credits: own.map(([, credit]) => credit) }
  })
}

interface NoteSampleOptions extends Freshness {
  readonly filter: SuccessBand
  /** Weighs verdicts so that those on won and on lost episodes count alike. */
  readonly balance: boolean
  /** Why one has no advantage, where it has none. */
  readonly noAdvantageReason: string
}

/** A group with the advantages of the observer's samples about it. */
export interface NotedGroup {
  readonly group: Members
  readonly credit: Pick<GroupCredit, 'noteAdvantages'>
}

/** Every verdict or test with an advantage, of the groups that pass the filter. */
export function noteSamples(groups: readonly NotedGroup[], options: NoteSampleOptions): Samples {
  const { filter, balance, noAdvantageReason } = options
  const weights = balance ? outcomeWeights(groups, options) : { won: 1, lost: 1 }
  const sampleFilter = createSampleFilter(options)
  const packed = groups.flatMap(({ group, credit }) => {
    const verdict = successBand(successShare(group), filter)
    return zip(group.members, credit.noteAdvantages).flatMap(([{ rollout }, advantages]) => {
      const weight = outcomeOf(rollout) === 1 ? weights.won : weights.lost
      const credits = writtenWith(rollout, advantages).map(ofStep =>
        ofStep.map(sample => sampleFilter.keep(verdict, { ...sample, weight, noAdvantageReason })),
      )
      return transcriptsOf(observerNotes(rollout), credits).flatMap(({ notes, credits }) =>
        credits.flat().some(each => each !== null) ? [packNotes(notes, credits)] : [],
      )
    })
  })
  return { packed, dropped: sampleFilter.dropped, ages: sampleFilter.ages }
}

/** Weights that make the verdicts on won and on lost episodes that are trained on count alike, with mean 1 over them. */
function outcomeWeights(groups: readonly NotedGroup[], options: NoteSampleOptions): { won: number; lost: number } {
  const sampleFilter = createSampleFilter(options)
  let won = 0
  let lost = 0
  for (const { group, credit } of groups) {
    const verdict = successBand(successShare(group), options.filter)
    for (const [{ rollout }, advantages] of zip(group.members, credit.noteAdvantages)) {
      const samples = writtenWith(rollout, advantages).flat()
      const kept = samples.filter(
        sample =>
          sampleFilter.keep(verdict, { ...sample, weight: 1, noAdvantageReason: options.noAdvantageReason }) !== null,
      ).length
      if (outcomeOf(rollout) === 1) won += kept
      else lost += kept
    }
  }
  const [ofWon, ofLost] = classWeights(won, lost)
  return { won: ofWon, lost: ofLost }
}

/** Samples about each step, with their advantages; none about an invalid one. */
const writtenWith = (rollout: Rollout, advantages: readonly (readonly (number | null)[])[]) =>
  zip(observerNotes(rollout), advantages).map(([step, ofStep]) =>
    zip(samplesOf(step), ofStep).map(([sample, advantage]) => ({ ...sample, advantage })),
  )

const successShare = (group: Members): number => shareOf(rolloutsOf(group).map(({ episode }) => episode.won)) ?? 0
