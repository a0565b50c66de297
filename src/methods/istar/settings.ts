/** The settings of iStar besides those of every run. */
import { z } from 'zod'

const istarOptions = z
  .strictObject({
    alpha: z.number().min(0).default(1).describe('α: weight of the step advantage'),
    beta: z.number().positive().default(0.05).describe('β of the implicit reward and of its training'),
    rate: z
      .number()
      .positive()
      .default(2)
      .describe('learning rate of the reward model, as a multiple of the policy’s at the same iteration'),
    updates: z.int().min(1).max(64).default(1).describe('updates of the reward model an iteration, each on all pairs'),
    order: z
      .enum(['train first', 'reward first'])
      .default('train first')
      .describe('whether step rewards are those of the reward model after or before its training on the same rollouts'),
  })
  .prefault({})
  .describe('options of the method istar')

export const istarSettings = { methodOptions: istarOptions }
