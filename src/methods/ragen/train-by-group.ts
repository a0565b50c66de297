/** One advantage for a whole trajectory, from the returns of its group. */
import type { MeasuredValues } from '../../contracts/measure.ts'
import type { ModelMetrics } from '../../contracts/metrics.ts'
import { normalised } from '../../learning/normalised.ts'
import type { PolicyCredit } from '../../learning/group-credit.ts'
import type { VersionHistory } from '../../learning/staleness.ts'
import { nth } from '../../math/nth.ts'
import { zip } from '../../math/zip.ts'
import { episodeReturn, stepRewards } from '../../reward/episode-return.ts'
import { rolloutsOf, type PlayedGroup } from '../../rollout/groups.ts'
import type { Lab } from '../method.ts'
import { everyGroup, trainPolicy, type Trained } from '../kit/train-policy.ts'
import type { RagenConfig, RagenOptions } from './settings.ts'

export interface RagenBatch {
  readonly iteration: number
  /** Groups to train on, none of them empty. */
  readonly kept: readonly PlayedGroup[]
  readonly versions: VersionHistory
}

export interface RagenTraining {
  readonly credited: readonly { readonly group: PlayedGroup; readonly credit: PolicyCredit }[]
  readonly policy: Trained
  readonly measures: MeasuredValues
  /** Of models besides the policy, by name. */
  readonly others: Readonly<Record<string, ModelMetrics>>
}

export type RagenLab = Lab<RagenConfig>

export async function trainByGroup(lab: RagenLab, { iteration, kept, versions }: RagenBatch): Promise<RagenTraining> {
  const credited = zip(kept, creditByGroup(kept, lab.config.methodOptions)).map(([group, credit]) => ({
    group,
    credit,
  }))
  return {
    credited,
    policy: await trainPolicy(lab, { iteration, credited, versions, band: everyGroup }),
    measures: {},
    others: {},
  }
}

/** @returns [groups] */
export function creditByGroup(
  groups: readonly Pick<PlayedGroup, 'members'>[],
  { normalise }: Pick<RagenOptions, 'normalise'>,
): readonly PolicyCredit[] {
  const episodes = groups.map(group => rolloutsOf(group).map(({ episode }) => episode))
  const advantages = normalised(
    episodes.map(ofGroup => ofGroup.map(episodeReturn)),
    normalise,
  )
  return episodes.map((ofGroup, group) => ({
    rewards: ofGroup.map(stepRewards),
    advantages: ofGroup.map(({ steps }, member) => steps.map(() => nth(nth(advantages, group), member))),
  }))
}
