import type { MethodOptions } from '../method.ts'
import type { RlanythingConfig } from './settings.ts'
import { outcomesCompared, requireComparison } from '../kit/require-comparison.ts'

/** @throws {RangeError} if policy or reward model could never be trained. Nothing is known of a formulation that a run brings. */
export function requireSignal({
  config,
  formulation,
}: Pick<MethodOptions<RlanythingConfig>, 'config' | 'formulation'>): void {
  const { feedback, rewardModel } = config
  if (formulation !== undefined || feedback.formulation !== null) return
  const ofPolicy = outcomesCompared('rlanything', config.policy)
  requireComparison(config, { ...ofPolicy, compares: feedback.singleton === 'drop' ? 'episodes' : 'nothing' })
  if (!rewardModel.train || feedback.source !== 'reward-model') return
  const [low, high] = rewardModel.filter
  const band = { low, high, edges: 'inclusive' } as const
  requireComparison(config, { ...ofPolicy, band, setting: 'rewardModel.filter', compares: 'nothing' })
  if (rewardModel.votes < 2 && rewardModel.group === 'step')
    throw new RangeError(
      'rewardModel.votes must be at least 2 where rewardModel.group is step, which compares the votes on a step, got 1: the reward model would train on nothing',
    )
}
