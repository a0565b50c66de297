import type { MeasuredValues } from '../../contracts/measure.ts'
import type { ModelMetrics } from '../../contracts/metrics.ts'
import type { PolicyCredit } from '../../learning/group-credit.ts'
import type { VersionHistory } from '../../learning/staleness.ts'
import type { PlayedGroup } from '../../rollout/groups.ts'
import { feedbackRows } from './feedback-rows.ts'
import type { Learning } from '../method.ts'
import type { Trained } from './train-policy.ts'

interface PolicyTraining {
  readonly policy: Trained
  readonly credited: readonly { readonly group: PlayedGroup; readonly credit: PolicyCredit }[]
  readonly measures?: MeasuredValues
  /** Of models besides the policy, by name. */
  readonly others?: Readonly<Record<string, ModelMetrics>>
}

/** The result of `learn` of a method that has no reward model of steps, and leaves tasks as they are. */
export const policyLearning = ({
  policy,
  credited,
  measures = {},
  others,
}: PolicyTraining): Learning<VersionHistory> => ({
  models: { ...others, policy: policy.metrics },
  measures,
  feedback: feedbackRows(credited),
  learned: policy.versions,
})
