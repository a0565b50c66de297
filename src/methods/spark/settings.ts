/** The settings of SPARK besides those of every run. */
import { z } from 'zod'
import { policySection } from '../../config/config.ts'
import { groupBand } from '../../learning/success-band.ts'

const count = z.int().min(0)

const sparkOptions = z
  .strictObject({
    answers: z
      .boolean()
      .default(true)
      .describe('whether answers are trained on; false trains verdicts alone, on answers that are not taught'),
    verdicts: count.max(10_000).default(32).describe('verifications and pairs asked for an iteration, at most'),
    reflections: count.max(10_000).default(32).describe('reflections asked for an iteration, at most'),
    pairs: z
      .number()
      .min(0)
      .max(1)
      .default(0.7)
      .describe('chance that a task with right and wrong answers gives a pair, not one answer to verify'),
    labels: z
      .enum(['rewards', 'coins'])
      .default('rewards')
      .describe('what says which verdict is right; coins are a control from which nothing can be learned'),
    test: z
      .strictObject({
        tasks: count.max(100_000).default(64).describe('held-out tasks'),
        answers: z.int().min(1).max(1000).default(4).describe('answers to each, all of them verified'),
        rounds: count.max(16).default(2).describe('most rounds of verifying and reflecting on the first answer'),
        every: count.max(1_000_000).default(10).describe('iterations between tests; 0 is never'),
      })
      .prefault({})
      .describe('test of the policy as its own reward model, after training'),
  })
  .prefault({})
  .describe('options of the method spark')

export const sparkSettings = { policy: policySection(groupBand), methodOptions: sparkOptions }

export type SparkOptions = z.output<typeof sparkOptions>
