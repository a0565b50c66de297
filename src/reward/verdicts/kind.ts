/** Verdicts: votes on each step are its signal, and are right by how the step turned out. */
import { rolloutsOf } from '../../rollout/groups.ts'
import type { RewardModelKind } from '../reward-model-kind.ts'
import { criticiseByVotes } from './criticise.ts'
import { judgeQuality } from './measure.ts'
import { verdictTallies } from './tallies.ts'

export const verdictKind: RewardModelKind = {
  name: 'verdicts',
  runTests: (_, groups) => Promise.resolve(groups),
  criticise: group => criticiseByVotes(rolloutsOf(group)),
  balancesClasses: true,
  noAdvantageReason: 'invalid step',
  quality: (groups, lambda) => judgeQuality(groups.flatMap(rolloutsOf), lambda),
  probeQuality: (groups, lambda) => ({
    ...judgeQuality(groups.flatMap(rolloutsOf), lambda),
    tallies: verdictTallies(groups),
  }),
  probeEpisodes: () => 1,
}
