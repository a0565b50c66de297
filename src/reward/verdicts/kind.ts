/** Judging by verdicts: votes on each step are its signal, and are right by how the step turned out. */
import { paper } from '../../methods/rlanything/formulation/paper.ts'
import { criticiseByVotes } from '../../curriculum/criticise.ts'
import { verdictLessons } from '../../methods/warm-start/verdict-examples.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import { judgeQuality } from './measure.ts'
import { creditVotes } from './credit.ts'
import type { WayOfJudging } from '../reward-model-kind.ts'

export const verdicts: WayOfJudging = {
  standard: paper,
  examine: (_, groups) => Promise.resolve(groups),
  credit: (group, options) => creditVotes(rolloutsOf(group), options),
  criticise: group => criticiseByVotes(rolloutsOf(group)),
  balances: true,
  lacking: 'invalid step',
  quality: (groups, lambda) => judgeQuality(groups.flatMap(rolloutsOf), lambda),
  probeEpisodes: () => 1,
  lessons: verdictLessons,
}
