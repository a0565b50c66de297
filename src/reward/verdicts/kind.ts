/** Verdicts: votes on each step are its signal, and are right by how the step turned out. */
import { rolloutsOf } from '../../rollout/groups.ts'
import { onBoth } from '../measures.ts'
import type { RewardModelKind } from '../reward-model-kind.ts'
import { criticiseByVotes } from './criticise.ts'
import { verdictQuality } from './measure.ts'
import { verdictMeasures } from './measures.ts'
import { verdictRatios, verdictTallies } from './tallies.ts'

export const verdictKind: RewardModelKind = {
  name: 'verdicts',
  runTests: (_, groups) => Promise.resolve(groups),
  criticise: group => criticiseByVotes(rolloutsOf(group)),
  balancesClasses: true,
  noAdvantageReason: 'invalid step',
  measures: onBoth(verdictMeasures),
  quality: (groups, lambda) => verdictQuality(groups.flatMap(rolloutsOf), lambda),
  ratios: groups => {
    const tallies = verdictTallies(groups)
    return Object.fromEntries(Object.entries(verdictRatios).map(([name, ratios]) => [name, ratios(tallies)]))
  },
  probeEpisodes: () => 1,
}
