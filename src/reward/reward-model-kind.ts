/** What it comes to for a run how its reward model judges. Types only. */
import type { CriticSummary } from './critique.ts'
import type { Example } from '../contracts/device.ts'
import type { Formulas } from '../methods/rlanything/formulation/formulation.ts'
import type { PaperOptions } from '../methods/rlanything/formulation/paper.ts'
import type { RunConfig } from '../config/config.ts'
import type { JudgeQuality } from '../contracts/metrics.ts'
import type { SftContext } from '../methods/warm-start/sft-context.ts'
import type { CreditOptions, GroupCredit } from '../methods/rlanything/credit/credit.ts'
import type { TaskGroup } from '../rollout/groups.ts'
import type { TestRunner } from './unit-tests/run-tests.ts'

/** What becomes of what the reward model writes. Chosen once, by what the world offers. */
export interface RewardModelKind {
  /** What a run is trained by where its formulation has no part of its own. */
  readonly defaultFormulation: (options: PaperOptions) => Formulas
  /** What the judge wrote about groups, tried where that is needed before anything can be said of it. */
  readonly runTests: (examiner: TestRunner, groups: readonly TaskGroup[]) => Promise<readonly TaskGroup[]>
  readonly credit: (group: TaskGroup, options: CreditOptions) => GroupCredit
  /** What the critic says of a group, for whoever rewrites its task. */
  readonly criticise: (group: TaskGroup) => CriticSummary
  /** Whether what is written about won and about lost episodes may be weighed so that both count alike. */
  readonly balancesClasses: boolean
  /** Why something that was written has no advantage, where it has none. */
  readonly noAdvantageReason: string
  /** @param lambda λ of the run. */
  readonly quality: (groups: readonly TaskGroup[], lambda: number) => JudgeQuality
  /** Episodes of each task on which the judge is measured. */
  readonly probeEpisodes: (config: RunConfig) => number
  /** What a new reward model is taught by in one batch of a warm start. */
  readonly sftExamples: (studio: SftContext, batch: number) => Promise<readonly Example[]>
}
