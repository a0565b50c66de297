import type { FormulationLaw } from './cases/law.ts'
import { acceptanceLaws } from './laws/acceptance.ts'
import { failedLaws } from './laws/credit/failed.ts'
import { flowLaws } from './laws/credit/flow.ts'
import { outcomeLaws } from './laws/credit/outcome.ts'
import { unknownLaws } from './laws/credit/unknown.ts'
import { advantageSizeLaws } from './laws/advantage-sizes.ts'
import { advantageLaws } from './laws/advantages.ts'
import { rewardModelLaws } from './laws/reward-model.ts'
import { lineageLaws } from './laws/lineage.ts'
import { objectiveLaws } from './laws/objective.ts'
import { holeLaws } from './laws/holes.ts'
import { precisionLaws } from './laws/precision.ts'
import { purityLaws } from './laws/purity.ts'
import { stepRewardLaws } from './laws/step-reward.ts'
import { testRewardLaws } from './laws/test-rewards.ts'
import { unanimityLaws } from './laws/unanimity.ts'
import { voteAdvantageLaws } from './laws/votes/advantages.ts'
import { voteHoleLaws } from './laws/votes/holes.ts'
import { softVoteLaws } from './laws/votes/soft.ts'
import { tabularVoteLaws } from './laws/votes/tabular.ts'
import { voteRewardLaws } from './laws/votes/rewards.ts'

/** Every law of formulations, by the part that it is about. */
export const formulationLaws: readonly FormulationLaw[] = [
  ...stepRewardLaws,
  ...advantageLaws,
  ...advantageSizeLaws,
  ...holeLaws,
  ...precisionLaws,
  ...voteRewardLaws,
  ...tabularVoteLaws,
  ...softVoteLaws,
  ...rewardModelLaws,
  ...testRewardLaws,
  ...voteAdvantageLaws,
  ...voteHoleLaws,
  ...acceptanceLaws,
  ...lineageLaws,
  ...objectiveLaws,
  ...unanimityLaws,
  ...outcomeLaws,
  ...flowLaws,
  ...failedLaws,
  ...unknownLaws,
  ...purityLaws,
]
