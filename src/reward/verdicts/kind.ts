/** Judging by verdicts: votes on each step are its signal, and are right by how the step turned out. */
import { paper } from '../../methods/rlanything/formulation/paper.ts'
import { criticiseByVotes } from '../../curriculum/criticise.ts'
import { verdictExamples } from '../../methods/warm-start/verdict-examples.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import { judgeQuality } from './measure.ts'
import { creditVotes } from './credit.ts'
import type { RewardModelKind } from '../reward-model-kind.ts'

export const verdicts: RewardModelKind = {
  defaultFormulation: paper,
  runTests: (_, groups) => Promise.resolve(groups),
  credit: (group, options) => creditVotes(rolloutsOf(group), options),
  criticise: group => criticiseByVotes(rolloutsOf(group)),
  balancesClasses: true,
  noAdvantageReason: 'invalid step',
  quality: (groups, lambda) => judgeQuality(groups.flatMap(rolloutsOf), lambda),
  probeEpisodes: () => 1,
  sftExamples: verdictExamples,
}
