/** The settings of VLM-RL besides those of every run. Defaults are those of the released code as far as it has them. */
import { z } from 'zod'
import { rowSections, type ConfigOf } from '../../config/config.ts'

const count = z.int().min(1)
const share = z.number().min(0).max(1)
const rate = z.number().positive().max(1)

const options = z
  .strictObject({
    learner: z.enum(['sac', 'ppo']).default('sac').describe('how policy and values learn'),
    reward: z
      .enum(['synthesis', 'goal', 'state'])
      .default('synthesis')
      .describe('goals with the state of the vehicle, goals alone, or the state alone with the largest speed wanted'),
    positive: z.string().default('The road is clear with no car accidents').describe('the goal that is wanted'),
    negative: z.string().default('Two cars have collided with each other on the road').describe('the goal that is not'),
    positiveWeight: share.default(0.5).describe('α, of the wanted goal; the other has 1 − α'),
    range: z
      .tuple([z.number(), z.number()])
      .refine(([low, high]) => low < high, 'low must be below high')
      .default([-0.015, 0])
      .describe('contrasts of goals that become 0 and 1'),
    clip: z
      .string()
      .nullable()
      .default(null)
      .describe('a folder of CLIP in ONNX form; left out, a small frozen encoder that is shown examples of the goals'),
    crop: z
      .strictObject({ top: z.int().min(0), left: z.int().min(0), height: count, width: count })
      .nullable()
      .default(null)
      .describe('pixels of the picture that the image-text model sees; `null`: all'),
    swervingSteps: count.default(30).describe('steps over which the deviation from the middle of the lane is taken'),
    frames: count.default(64).describe('pictures that are encoded at once'),
    encoderSize: count.default(256).describe('numbers of a vector of the frozen encoder'),
    examples: z
      .strictObject({
        worlds: count.default(16).describe('worlds that the script plays'),
        steps: count.default(100).describe('steps of each'),
      })
      .prefault({})
      .describe('pictures by which the frozen encoder is whitened and learns the goals'),
    vision: z.boolean().default(true).describe('whether policy and values see the picture, or numbers alone'),
    convolutions: z
      .array(z.strictObject({ channels: count, size: count, stride: count }))
      .default([
        { channels: 16, size: 4, stride: 2 },
        { channels: 32, size: 3, stride: 2 },
      ])
      .describe('of the picture'),
    hidden: z.array(count).default([500, 300]).describe('widths of policy and values'),
    discount: share.default(0.98).describe('γ'),
    entropyWeight: z
      .number()
      .positive()
      .default(1)
      .describe('sac: weight of entropy in the first update; then it is learnt'),
    learningRate: rate.default(1e-4).describe('of all networks, in the first iteration'),
    lastLearningRate: rate.default(5e-7).describe('in the last one; linear between'),
    targetEvery: count.default(50).describe('sac: updates after which the target network is a copy of the critics'),
    batch: count.default(256).describe('rows of an update'),
    capacity: count.default(100_000).describe('sac: most rows of replay'),
    ppo: z
      .strictObject({
        epochs: count.default(10).describe('passes over the steps of an iteration'),
        clip: z.number().positive().default(0.2).describe('ε, of the ratio'),
        gaeWeight: share.default(0.95).describe('λ of generalised advantages'),
        entropy: z.number().min(0).default(0.05).describe('weight of entropy'),
      })
      .prefault({})
      .describe('of the learner ppo alone'),
    play: z
      .strictObject({
        worlds: count.default(8).describe('worlds that are played'),
        steps: count.default(200).describe('steps of each an iteration'),
        random: z.int().min(0).default(6).describe('sac: first iterations with uniform actions and without updates'),
        updates: z.int().min(0).default(1600).describe('sac: updates an iteration'),
      })
      .prefault({})
      .describe('an iteration'),
    evaluation: z
      .strictObject({
        worlds: count.default(16).describe('worlds that are played'),
        steps: count.default(200).describe('steps of each'),
        unseen: z
          .record(z.string(), z.unknown())
          .nullable()
          .default(null)
          .describe(
            'options of the environment for a second evaluation, where nothing is learnt; `null`: there is none',
          ),
      })
      .prefault({})
      .describe('evaluations of the first episode of each world, by the likeliest actions'),
  })
  .prefault({})
  .describe('options of the method vlm-rl')

export const vlmRlSettings = { ...rowSections, methodOptions: options }

export type VlmRlConfig = ConfigOf<typeof vlmRlSettings>
export type VlmRlOptions = VlmRlConfig['methodOptions']
