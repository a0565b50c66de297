import type { ModelType } from '../../contracts/models/model-config.ts'

const shared = {
  hidden_size: 4096,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  rms_norm_eps: 1e-6,
  rope_theta: 10_000,
}
const qwen = {
  vocab_size: 151_936,
  intermediate_size: 22_016,
  max_position_embeddings: 32_768,
  num_key_value_heads: 32,
}

/**
 * What transformers takes for a key that a config.json leaves out, by class.
 * Source: Qwen2Config, Qwen3Config, LlamaConfig and SmolLM3Config of transformers 5.24 (configuration_*.py), and
 * `RotaryEmbeddingConfigMixin.default_theta`.
 */
const classDefaults: Readonly<Record<ModelType, Readonly<Record<string, unknown>>>> = {
  qwen2: { ...shared, ...qwen, tie_word_embeddings: false },
  qwen3: { ...shared, ...qwen, tie_word_embeddings: false, head_dim: 128 },
  llama: {
    ...shared,
    ...{ vocab_size: 32_000, intermediate_size: 11_008, max_position_embeddings: 2048, num_key_value_heads: null },
    ...{ tie_word_embeddings: false, bos_token_id: 1, eos_token_id: 2 },
  },
  smollm3: {
    ...{ ...shared, hidden_size: 2048, num_hidden_layers: 36, num_attention_heads: 16, rope_theta: 2_000_000 },
    ...{ vocab_size: 128_256, intermediate_size: 11_008, max_position_embeddings: 32_768, num_key_value_heads: 4 },
    ...{ tie_word_embeddings: true, bos_token_id: 128_000, eos_token_id: 128_001, pad_token_id: 128_004 },
  },
}

/** A config.json with the keys that it leaves out as its class has them; as it is where it is none of a class known here. */
export function withClassDefaults(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('model_type' in value) || !isType(value.model_type)) return value
  const fields: Readonly<Record<string, unknown>> = { ...classDefaults[value.model_type], ...value }
  const { num_attention_heads: heads, num_key_value_heads: keyHeads } = fields
  return { ...fields, num_key_value_heads: keyHeads ?? heads }
}

const isType = (type: unknown): type is ModelType => typeof type === 'string' && Object.hasOwn(classDefaults, type)
