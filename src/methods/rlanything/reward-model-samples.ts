import { judgeSamples, type CreditedGroup, type Samples } from '../../learning/samples.ts'
import type { VersionHistory } from '../../learning/staleness.ts'
import type { RlanythingLab } from './lab.ts'

/** The votes or tests to train the reward model on; none where it is frozen. */
export function rewardModelSamples(
  { config, judging: { balancesClasses, noAdvantageReason } }: RlanythingLab,
  credited: readonly CreditedGroup[],
  trainings: VersionHistory,
): Samples {
  const { train, balance, filter } = config.rewardModel
  if (!train) return { packed: [], dropped: {}, ages: [] }
  const [low, high] = filter
  return judgeSamples(credited, {
    filter: { low, high, edges: 'inclusive' },
    balance: balance && balancesClasses,
    noAdvantageReason,
    trainings,
    stale: config.mode.stale,
  })
}
