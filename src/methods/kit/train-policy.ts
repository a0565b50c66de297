import type { PolicyCredit } from '../../learning/group-credit.ts'
import { objectiveOf } from '../../learning/objective-of.ts'
import { policySamples } from '../../learning/samples.ts'
import { afterTraining, maxOffPolicyIterations, type VersionHistory } from '../../learning/staleness.ts'
import type { SuccessBand } from '../../learning/success-band.ts'
import type { TrainedModel } from '../../learning/train-model.ts'
import type { Objective } from '../../losses/objective.ts'
import type { Members } from '../../rollout/groups.ts'
import { policyName } from '../../rollout/rollout-requests.ts'
import type { Lab } from '../method.ts'
import { trainRole } from './train-role.ts'

export interface TrainPolicyOptions {
  /** From 1. */
  readonly iteration: number
  readonly credited: readonly { readonly group: Members; readonly credit: Pick<PolicyCredit, 'advantages'> }[]
  /** Of the policy, before this training. */
  readonly versions: VersionHistory
  /** That of the configuration if left out. */
  readonly objective?: Objective
  /** Success shares of the groups to train on. */
  readonly band: SuccessBand
}

/** For methods whose returns may differ where outcomes do not. */
export const everyGroup: SuccessBand = { low: 0, high: 1, edges: 'inclusive' }

/** A model after a training. */
export interface Trained extends Pick<TrainedModel, 'metrics'> {
  readonly versions: VersionHistory
}

/**
 * Trains the policy on every action with an advantage, of the groups whose success share lies inside the
 * band; stale actions are reweighted.
 */
export async function trainPolicy(
  lab: Lab,
  { iteration, credited, versions, objective = objectiveOf(lab.config.policy), band }: TrainPolicyOptions,
): Promise<Trained> {
  const { policy } = lab.config
  const samples = policySamples(credited, band, { trainings: versions, truncated: policy.truncated })
  const { metrics, version } = await trainRole(lab, policy, { model: policyName, iteration, samples, objective })
  return { metrics, versions: afterTraining(versions, version, maxOffPolicyIterations(lab.config)) }
}
