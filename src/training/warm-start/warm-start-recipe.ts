/** How starters are made: small enough to run anywhere, and stopped early, so that there is something left to learn. */
import type { ModelConfig } from '../../model/config.ts'

/** One model's supervised phase. */
export interface PhaseRecipe {
  readonly batches: number
  /** Episodes a batch; each is new. */
  readonly episodes: number
  /** Peak of a schedule that rises linearly over the first tenth and falls linearly to a tenth. */
  readonly learningRate: number
  /** Shares of steps of the demonstrations, in [0, 1]. */
  readonly detours: number
  readonly mistakes: number
}

export interface JudgePhaseRecipe extends PhaseRecipe {
  /** Episodes of the new policy itself that are mixed in, as a share of each batch. */
  readonly ownEpisodes: number
}

export interface WarmStartRecipe {
  /** All but the vocabulary, which the world gives. */
  readonly model: Omit<ModelConfig, 'vocab_size'>
  /** Standard deviation of the first weights. */
  readonly spread: number
  readonly policy: PhaseRecipe
  readonly rewardModel: JudgePhaseRecipe
}

export const warmStartRecipe: WarmStartRecipe = {
  model: {
    hidden_size: 64,
    intermediate_size: 176,
    num_hidden_layers: 2,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    max_position_embeddings: 512,
    rms_norm_eps: 1e-6,
    rope_theta: 10_000,
    tie_word_embeddings: true,
  },
  spread: 0.06,
  policy: { batches: 520, episodes: 32, learningRate: 3e-3, detours: 0.14, mistakes: 0.04 },
  rewardModel: { batches: 60, episodes: 32, learningRate: 3e-3, detours: 0.45, mistakes: 0.1, ownEpisodes: 0.5 },
}

/** The rate at batch `index`, from 0, of `count`. */
export function phaseRate({ learningRate }: PhaseRecipe, index: number, count: number): number {
  const rise = Math.max(1, count / 10)
  if (index < rise) return (learningRate * (index + 1)) / rise
  return learningRate * (1 - (0.9 * (index - rise)) / Math.max(1, count - rise))
}
