/** The settings of all methods that learn from turns. */
import { z } from 'zod'
import { checked } from '../../config/checked.ts'
import { band, optimisation, positiveInteger, sampling } from '../../config/model-schema.ts'
import { rewardModelSection } from '../../reward/settings.ts'

const { finalLearningRate: _, warmupIterations: __, truncated: ___, ...optimised } = optimisation(3e-4)

const votes = {
  ...sampling,
  temperature: sampling.temperature.default(0.6),
  votes: positiveInteger.max(64).default(3).describe('m: samples on each turn'),
}

/** Of samples of the reward model. @param maxTokens by default. */
export const votesSection = (maxTokens: number) =>
  z
    .strictObject({ ...votes, maxTokens: positiveInteger.max(32_768).default(maxTokens).describe('of one sample') })
    .prefault({})
    .describe('samples of the reward model on each turn')

/** Of a reward model that learns from turns. */
export const learningRewardModelSection = rewardModelSection
  .unwrap()
  .omit({
    service: true,
    soft: true,
    view: true,
    gold: true,
    onDivergence: true,
    finalLearningRate: true,
    warmupIterations: true,
  })
  .extend({
    maxTokens: positiveInteger.max(32_768).default(64).describe('maximum tokens of one verdict'),
    minibatches: positiveInteger.max(64).default(1).describe('steps of the optimiser in an update'),
    filter: band(0, 1).describe('success shares between which a group trains the reward model, inclusive'),
  })
  .prefault({})
  .describe('verdicts of the reward model, and its training')

export const turnSections = {
  turns: z
    .strictObject({
      batch: positiveInteger.default(16).describe('turns of an update, at least'),
      waiting: positiveInteger.default(4096).describe('turns that wait for one; of more the newest are left out'),
      staleness: z
        .int()
        .min(0)
        .max(64)
        .default(2)
        .describe('updates since a turn was drawn, after which it is left out'),
      ratioCap: z.number().positive().default(2).describe('ρ̄: the largest importance ratio of what older weights drew'),
      share: z
        .number()
        .gt(0)
        .max(1)
        .default(0.1)
        .describe('of the time that training takes while answers are waited for'),
    })
    .prefault({})
    .describe('which turns are trained on, and when'),
  policy: z
    .strictObject({
      ...optimised,
      minibatches: positiveInteger.max(64).default(1).describe('steps of the optimiser in an update'),
      klWeight: z.number().min(0).default(0.02).describe('β of the KL term'),
    })
    .prefault({})
    .describe('training of the policy'),
}

export type LearningRewardModel = z.output<typeof learningRewardModelSection>

export type TurnSections = {
  readonly [Section in keyof typeof turnSections]: z.output<(typeof turnSections)[Section]>
}

/** @throws {ConfigError} naming each setting that is wrong, or not one of this method. */
export const turnSettings = <Schema extends z.ZodType>(
  method: string,
  schema: Schema,
  given: object,
): z.output<Schema> => checked(schema, given, { what: `the settings of ${method}`, contradictions: () => [] })
