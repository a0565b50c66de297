/** Random cases for laws of the policy's advantages. */
import fc from 'fast-check'
import type { ByStep, Formulas, TrainingProgress } from '../../../methods/rlanything/formulation/formulation.ts'
import { moments, rewardedGroups, type RewardedGroup } from '../cases/cases.ts'
import { lawsOf, type Finding } from '../cases/law.ts'
import { groupTable } from '../cases/tables.ts'

export interface AdvantageCase extends RewardedGroup {
  readonly progress: TrainingProgress
}

export const cases = (groups: fc.Arbitrary<RewardedGroup>): fc.Arbitrary<AdvantageCase> =>
  fc.record({ rewarded: groups, progress: moments }).map(({ rewarded, progress }) => ({ ...rewarded, progress }))

const usual = cases(rewardedGroups())

export const advantagesOf = ({ advantages }: Formulas, { rewards, group, progress }: AdvantageCase): ByStep =>
  advantages(rewards, group, progress)

const show = ({ group, rewards }: AdvantageCase) => groupTable(group, { R: rewards })

export const worked = ({ group, rewards }: AdvantageCase, A: ByStep, expected: string, found: string): Finding => ({
  table: groupTable(group, { R: rewards, A }),
  expected,
  found,
})

/** A law of advantages over the usual groups, unless it has its own. */
export const ofAdvantages = lawsOf<AdvantageCase>({ part: 'advantages', show, cases: () => usual })

/* Sources that several laws have. */
export const grpoCase = 'Shao et al., DeepSeekMath (GRPO), arXiv 2402.03300, eq. 3'
export const plainFormulation = 'arithmetic of groups'
