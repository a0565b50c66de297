/** The settings of step signals and of the reward model: sections of the methods that have them. */
import { z } from 'zod'
import { band, positiveInteger, optimisation, sampling } from '../config/model-schema.ts'
import { openaiSchema, serviceContradictions } from '../config/openai-schema.ts'

export const feedbackSection = z
  .strictObject({
    lambda: z.number().min(0).max(100).default(0.3).describe('λ: weight of the step signal'),
    source: z
      .enum(['reward-model', 'expert', 'outcome'])
      .default('reward-model')
      .describe(
        'step signal: votes of the reward model, which is asked only then, labels of the expert (an upper bound), or none; programs are rewarded by their score alone',
      ),
    singleton: z.enum(['drop', 'raw']).default('drop').describe('advantage of an episode alone at its step index'),
    formulation: z
      .string()
      .nullable()
      .default(null)
      .describe(
        'a formulation by its name, or a file whose default export is one: its parts take the place of the settings',
      ),
  })
  .prefault({})
  .describe('rewards and advantages from outcomes and step signals')

export const rewardModelSection = z
  .strictObject({
    train: z.boolean().default(true).describe('false leaves it as it starts; it still votes'),
    service: openaiSchema
      .nullable()
      .default(null)
      .describe('a server whose model votes instead of one of the engine, and is not trained'),
    ...sampling,
    maxTokens: positiveInteger.max(32_768).default(8).describe('maximum tokens of one vote or test'),
    votes: positiveInteger.max(64).default(3).describe('m: votes a step, or unit tests an episode'),
    soft: z
      .boolean()
      .default(false)
      .describe(
        'soft votes: after each reason the policy is paid P(1) − P(−1) of the verdict instead of the one that is drawn, which the reward model is trained on',
      ),
    view: z
      .enum(['history', 'step'])
      .default('history')
      .describe(
        'what is read before a vote: the episode up to the step, or the task and the step with the observations around it; warm-start makes starters for the one that is set; of no effect on tests',
      ),
    malformedPenalty: z.number().min(0).default(2).describe('reward taken away for a vote that cannot be read'),
    group: z
      .enum(['step', 'step-index', 'task'])
      .default('step-index')
      .describe('over which votes or tests the advantage is standardised'),
    balance: z
      .boolean()
      .default(true)
      .describe('weigh votes so that won and lost episodes count alike; of no effect on tests'),
    ...optimisation(1e-4),
    gold: z
      .strictObject({
        share: z.number().min(0).max(1).default(0).describe('share of the episodes that it votes on'),
        service: openaiSchema.nullable().default(null).describe('a server whose model votes, or a frozen copy'),
        maxTokens: positiveInteger.max(32_768).default(256).describe('maximum tokens of one vote of the server'),
      })
      .prefault({})
      .describe('votes for the alarm where steps have no labels'),
    onDivergence: z
      .enum(['warn', 'freeze', 'lower-lambda', 'stop'])
      .default('warn')
      .describe(
        'once approval has risen and truth has not: only warn, train the reward model no more, halve λ, or stop',
      ),
    filter: band(0.2, 0.8).describe('success shares between which a group trains the reward model, inclusive'),
  })
  .prefault({})
  .describe('sampling and training of the reward model')

export type FeedbackSettings = z.output<typeof feedbackSection>
export type RewardModelSettings = z.output<typeof rewardModelSection>

/** Both sections, as a configuration has them. */
export interface RewardSettings {
  readonly feedback: FeedbackSettings
  readonly rewardModel: RewardModelSettings
}

/** Values that are allowed one by one but not together. */
export const rewardModelContradictions = ({
  service,
  train,
  soft,
  topP,
  gold,
}: RewardModelSettings): readonly string[] => [
  ...serviceContradictions('rewardModel.service', service),
  ...serviceContradictions('rewardModel.gold.service', gold.service),
  ...(gold.service !== null && gold.share === 0
    ? ['rewardModel.gold.share must be above 0 where rewardModel.gold.service is set, got 0']
    : []),
  ...(service !== null && train
    ? ['rewardModel.train must be false where rewardModel.service is set: a server only samples, got true']
    : []),
  ...(service !== null && soft
    ? ['rewardModel.soft must be false where rewardModel.service is set: a server scores no verdicts, got true']
    : []),
  ...(soft && topP < 1
    ? [`rewardModel.topP must be 1 where rewardModel.soft is true: a nucleus may hold one verdict alone, got ${topP}`]
    : []),
]

/** Those of a run; `null` if its method has no reward model of this kind. */
export const rewardSettingsOf = (config: object): RewardSettings | null =>
  'feedback' in config && 'rewardModel' in config
    ? { feedback: feedbackSection.parse(config.feedback), rewardModel: rewardModelSection.parse(config.rewardModel) }
    : null
