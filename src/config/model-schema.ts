/** The settings of a model that is sampled and trained: rooms compose their sections of them. */
import { z } from 'zod'

export const fraction = z.number().min(0).max(1)
export const positiveInteger = z.int().min(1)
const positive = z.number().positive()

export const sampling = {
  temperature: z.number().min(0).max(10).default(1).describe('sampling temperature; 0 is greedy'),
  topP: z.number().gt(0).max(1).default(1).describe('nucleus mass; 1 is off'),
}

/** @param learningRate at the first iteration, by default. */
export const optimisation = (learningRate: number) => ({
  learningRate: positive.max(1).default(learningRate).describe('AdamW step size at the first iteration'),
  finalLearningRate: fraction.default(0.05).describe('share of learningRate left at the last iteration (linear decay)'),
  warmupIterations: z.int().min(0).default(0).describe('iterations over which the learning rate rises; 0 is off'),
  minibatches: positiveInteger.max(64).default(4).describe('updates an iteration'),
  oldLogprobs: z
    .enum(['scored', 'sampled'])
    .default('scored')
    .describe(
      'π_old: log-probabilities computed by a forward pass before the first update, or those recorded in sampling',
    ),
  clip: positive.max(1).default(0.2).describe('ε of the clipped ratio'),
  truncated: z
    .enum(['train', 'mask'])
    .default('train')
    .describe('whether answers that maxTokens cut off are trained on, or left out of the loss, as DAPO does'),
  klWeight: z.number().min(0).default(0.01).describe('β of the KL term'),
  clipNorm: positive.default(1).describe('largest gradient norm'),
  objective: z
    .strictObject({
      module: z.string().min(1).describe('path of the module with your objective'),
      options: z.record(z.string(), z.unknown()).default({}).describe('options of that objective'),
    })
    .nullable()
    .default(null)
    .describe('loss function; null is the clipped objective, by clip and klWeight'),
})

/** The section of a model that is trained. @interface */
export type ModelTraining = z.output<z.ZodObject<ReturnType<typeof optimisation>>>

/** Success shares [low, high] between which a group of episodes is trained on. */
export const band = (low: number, high: number) =>
  z
    .tuple([fraction, fraction])
    .refine(([from, to]) => from <= to, 'must be [low, high] with low <= high')
    .default([low, high])
