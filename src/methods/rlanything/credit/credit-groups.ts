import type { CreditedGroup } from '../../../learning/samples.ts'
import type { PlayedGroup } from '../../../rollout/groups.ts'
import type { RewardModelKind } from '../../../reward/reward-model-kind.ts'
import type { FeedbackSettings } from '../../../reward/settings.ts'
import type { Formulas } from '../formulation/formulation.ts'
import { crediting } from './by-kind.ts'

/** Context for crediting the groups. */
interface CreditContext {
  readonly config: { readonly feedback: FeedbackSettings; readonly iterations: number }
  readonly formulation: Formulas
  readonly rewardModelKind: Pick<RewardModelKind, 'name'>
}

/** Rewards and advantages of every action, vote and test of an iteration. */
export function creditGroups(
  { config, formulation, rewardModelKind }: CreditContext,
  { iteration, training }: { readonly iteration: number; readonly training: readonly PlayedGroup[] },
): readonly CreditedGroup[] {
  const { feedback, iterations } = config
  const options = { formulation, source: feedback.source, progress: { iteration, iterations } }
  return training.map(group => ({ group, credit: crediting[rewardModelKind.name].credit(group, options) }))
}
