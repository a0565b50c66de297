/** The settings of PA-RL besides those of every run. Defaults are those of the released code as far as it has them. */
import { z } from 'zod'
import { rowSections, type ConfigOf } from '../../config/config.ts'

const count = z.int().min(1)
const share = z.number().min(0).max(1)
const rate = z.number().positive().max(1)
const widths = z.array(count)

const options = z
  .strictObject({
    policy: z
      .enum(['gaussian', 'mixture', 'diffusion', 'categorical'])
      .default('diffusion')
      .describe('class of the policy'),
    policyHidden: widths.default([256, 256, 256]).describe('widths of its network'),
    modes: count.default(5).describe('mixture: normal distributions'),
    noiseSteps: count.default(5).describe('diffusion: steps of noise'),
    actionBins: z.int().min(2).default(21).describe('categorical: values of each number of an action'),
    critic: z.enum(['cal-ql', 'iql']).default('cal-ql').describe('how the critic learns'),
    members: count.default(10).describe('networks in the ensemble of critics'),
    subsample: count.default(2).describe('members whose least value is the target'),
    criticHidden: widths.default([256, 256]).describe('widths of each'),
    valueBins: z
      .strictObject({ low: z.number(), high: z.number(), count: z.int().min(2) })
      .refine(({ low, high }) => low < high, 'low must be below high')
      .nullable()
      .default({ low: -100, high: 0, count: 128 })
      .describe('values of which a critic says the chances; `null`: it says a number'),
    discount: share.default(0.99).describe('γ'),
    conservatism: z.number().min(0).default(0.005).describe('cal-ql: weight of the regulariser'),
    conservativeActions: count
      .default(10)
      .describe('cal-ql: actions of the policy, and as many uniform ones, that it lowers'),
    expectile: z.number().gt(0).lt(1).default(0.7).describe('iql: τ'),
    targetEvery: count.default(100).describe('updates after which the target network is a copy of the critic'),
    samples: count.default(32).describe('k, actions that are sampled'),
    keep: count.default(10).describe('m, the best of them that are improved'),
    localSteps: z.int().min(0).default(10).describe('T, gradient steps on each'),
    stepSize: z.number().min(0).default(3e-4).describe('η, of each'),
    target: z
      .enum(['argmax', 'sample'])
      .default('sample')
      .describe('which of the m the policy learns: the best, or one drawn with weights exp Q'),
    batch: count.default(256).describe('rows of an update'),
    mixing: share.default(0.5).describe('share of them that is offline data, once there is other'),
    criticRate: rate.default(3e-4).describe('learning rate of the critic'),
    cloningRate: rate.default(3e-4).describe('learning rate of the policy while it learns the data'),
    policyRate: rate.default(5e-5).describe('learning rate of the policy while it learns improved actions'),
    offline: z
      .strictObject({
        data: z
          .string()
          .nullable()
          .default(null)
          .describe('a file, .parquet or .hdf5; left out, the script of the world plays'),
        worlds: count.default(32).describe('worlds that the script plays'),
        steps: count.default(400).describe('steps of each'),
        capacity: count.default(100_000).describe('most rows of the data; more are refused'),
        iterations: z.int().min(1).default(5).describe('iterations before the first own step'),
        cloning: z.int().min(0).default(2000).describe('updates of the policy on the data, before the first critic'),
        updates: z.int().min(0).default(1000).describe('updates of the critic an iteration'),
      })
      .prefault({})
      .describe('the phase on data'),
    online: z
      .strictObject({
        worlds: count.default(4).describe('worlds that are played'),
        steps: count.default(250).describe('steps of each an iteration'),
        capacity: count.default(100_000).describe('most rows of replay'),
        updates: z.int().min(0).default(1000).describe('updates of critic and policy an iteration'),
      })
      .prefault({})
      .describe('the phase in the world'),
    evaluation: z
      .strictObject({
        worlds: count.default(16).describe('worlds that are played'),
        steps: count.default(200).describe('steps of each'),
      })
      .prefault({})
      .describe('evaluations, by the policy alone and with improved actions'),
  })
  .prefault({})
  .describe('options of the method pa-rl')

export const paRlSettings = { ...rowSections, methodOptions: options }

export type PaRlConfig = ConfigOf<typeof paRlSettings>
export type PaRlOptions = PaRlConfig['methodOptions']
