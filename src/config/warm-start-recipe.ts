/** The recipe of starters: small enough to train anywhere, and stopped early, so that there is something left to learn. */
import { modelTypes } from '../contracts/models/model-config.ts'
import { z } from 'zod'
import { checked } from './checked.ts'

const share = z.number().min(0).max(1)
const count = z.int().min(1)

const phase = (defaults: { batches: number; randomActionRate: number; corruptedActionRate: number }) => ({
  batches: count.max(1_000_000).default(defaults.batches).describe('updates, each on a new batch'),
  episodes: count
    .max(10_000)
    .default(32)
    .describe('episodes a batch (tasks, where the reward model writes tests); each is new'),
  learningRate: z
    .number()
    .positive()
    .max(1)
    .default(3e-3)
    .describe('peak of a schedule that rises linearly over the first tenth and falls linearly to a tenth'),
  randomActionRate: share
    .default(defaults.randomActionRate)
    .describe('share of steps at which some admissible action is taken'),
  corruptedActionRate: share
    .default(defaults.corruptedActionRate)
    .describe('share of steps with an invalid command (share of mistaken tests, where the reward model writes tests)'),
})

export const warmStartRecipeSchema = z.strictObject({
  base: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'folder of the model that both begin as, with its tokenizer and chat template, and of which an adapter alone is trained where it has one; null is a new one of `model` and `initStd`',
    ),
  model: z
    .strictObject({
      model_type: z
        .enum(modelTypes)
        .default('qwen2')
        .describe(
          'architecture: `qwen2` has biases, `qwen3` norms of queries and keys, `llama` neither, `smollm3` no positions in every fourth layer',
        ),
      hidden_size: count
        .max(8192)
        .default(64)
        .describe('width of the residual stream; a multiple of 2 × num_attention_heads'),
      intermediate_size: count.max(65_536).default(176).describe('width within a feed-forward layer'),
      num_hidden_layers: count.max(128).default(2).describe('layers'),
      num_attention_heads: count.max(128).default(4).describe('heads of queries of a layer'),
      num_key_value_heads: count.max(128).default(2).describe('heads of keys and values; divides num_attention_heads'),
      head_dim: count
        .max(1024)
        .multipleOf(2)
        .optional()
        .describe('size of a head; hidden_size / num_attention_heads if left out, which `qwen3` does not allow'),
      max_position_embeddings: count.max(1_000_000).default(512).describe('longest episode, in tokens'),
      rms_norm_eps: z.number().positive().default(1e-6).describe('ε of the normalisation'),
      rope_theta: z.number().positive().default(10_000).describe('base of the rotary positions'),
      tie_word_embeddings: z
        .boolean()
        .default(true)
        .describe('whether the output shares its weights with the embedding'),
    })
    .prefault({})
    .describe('shape of both models; the vocabulary is the world’s'),
  shared: z
    .boolean()
    .default(false)
    .describe(
      'whether both are one model, trained on the examples of both and saved twice: a service may have one base model only',
    ),
  initStd: z.number().positive().max(1).default(0.06).describe('standard deviation of the first weights'),
  policy: z
    .strictObject(phase({ batches: 520, randomActionRate: 0.14, corruptedActionRate: 0.04 }))
    .prefault({})
    .describe('imitation of the expert by the policy'),
  review: z
    .strictObject({
      share: share.default(0).describe('questions of review in a batch of the policy’s, as a share of its episodes'),
      coins: share
        .default(0.5)
        .describe('share of their verdicts that are a coin’s, so that verdicts are left to learn'),
    })
    .prefault({})
    .describe('questions about answers that the policy learns to read and reply to, where the world has a `review`'),
  rewardModel: z
    .strictObject({
      ...phase({ batches: 60, randomActionRate: 0.45, corruptedActionRate: 0.1 }),
      ownEpisodes: share.default(0.5).describe('share of a batch that the new policy plays itself, to be voted on'),
      fromPolicy: z
        .boolean()
        .default(false)
        .describe('whether it begins as the trained policy, which can do some of the tasks'),
      tests: count.max(1000).default(4).describe('tests a task, where the reward model writes unit tests'),
    })
    .prefault({})
    .describe('supervised training of the reward model on right verdicts or tests'),
})

/**
 * The recipe of starter models, complete: every default is filled in.
 *
 * @interface
 */
export type WarmStartRecipe = z.output<typeof warmStartRecipeSchema>
export type PhaseRecipe = WarmStartRecipe['policy']

/**
 * The complete recipe with defaults filled in: those that the shipped starters were made by.
 * @throws {ConfigError} naming each wrong key by its path, with the value found and the value wanted.
 */
export const parseWarmStartRecipe = (value: unknown): WarmStartRecipe =>
  checked(warmStartRecipeSchema, value, { what: 'the recipe', listedBy: 'rlanything config --recipe', contradictions })

function contradictions({ shared, policy, rewardModel }: WarmStartRecipe): string[] {
  const rates = Object.entries({ policy, rewardModel }).flatMap(([name, { randomActionRate, corruptedActionRate }]) =>
    randomActionRate + corruptedActionRate > 1
      ? [
          `${name}.randomActionRate and ${name}.corruptedActionRate must sum to at most 1, got ${randomActionRate} + ${corruptedActionRate}`,
        ]
      : [],
  )
  const isTwice = shared && rewardModel.fromPolicy
  return [
    ...rates,
    ...(isTwice ? ['shared must be false where rewardModel.fromPolicy is true: both are one model then'] : []),
  ]
}

/** The rate at batch `index`, from 0, of `count`. */
export function phaseRate({ learningRate }: PhaseRecipe, index: number, count: number): number {
  const rise = Math.max(1, Math.round(count / 10))
  if (index < rise) return (learningRate * (index + 1)) / rise
  return learningRate * (1 - (0.9 * (index - rise)) / Math.max(1, count - rise))
}
