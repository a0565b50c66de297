/** The settings of RLAnything besides those of every run. */
import { z } from 'zod'
import {
  evaluationSection,
  policySection,
  runSchema,
  startersSection,
  type ConfigOf,
  type RunConfig,
} from '../../config/config.ts'
import { positiveInteger } from '../../config/model-schema.ts'
import { adaptationContradictions, adaptationSection } from '../../curriculum/settings.ts'
import { groupBand } from '../../learning/success-band.ts'
import { feedbackSection, rewardModelContradictions, rewardModelSection } from '../../reward/settings.ts'

export const rlanythingSettings = {
  starters: startersSection({
    rewardModel: z.string().nullable().default(null).describe('checkpoint folder; null is the shipped starter'),
  }),
  feedback: feedbackSection,
  policy: policySection(groupBand),
  rewardModel: rewardModelSection,
  adaptation: adaptationSection,
  evaluation: evaluationSection({
    probeTasks: positiveInteger
      .default(64)
      .describe(
        'tasks of the fixed episodes on which the reward model is measured; where it writes tests, groups of episodes',
      ),
  }),
}

/** Its settings, complete. @interface */
export type RlanythingConfig = ConfigOf<typeof rlanythingSettings>

/** Values that are allowed one by one but not together. */
export const rlanythingContradictions = ({
  feedback,
  rewardModel,
  adaptation,
}: RlanythingConfig): readonly string[] => [
  ...rewardModelContradictions(rewardModel),
  ...(rewardModel.soft && feedback.source !== 'reward-model'
    ? [`rewardModel.soft must be false where feedback.source is ${feedback.source}, got true`]
    : []),
  ...(rewardModel.gold.share > 0 && feedback.source !== 'reward-model'
    ? [`rewardModel.gold.share must be 0 where feedback.source is ${feedback.source}, got ${rewardModel.gold.share}`]
    : []),
  ...adaptationContradictions(adaptation),
]

/** The settings of a run by any method, with those of RLAnything that it has, and else their defaults. */
export const rlanythingConfig = (config: RunConfig): RlanythingConfig =>
  runSchema(rlanythingSettings).strip().parse(config) as RlanythingConfig
