/** Decoders by transformers' `model_type`; what sets them apart is in src/model/tensors/architecture.ts. */
export const modelTypes = ['qwen2', 'qwen3', 'llama', 'smollm3'] as const
export type ModelType = (typeof modelTypes)[number]

/** Linear layers that can have an adapter, by their names within a layer. */
export const loraTargets = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const
type LoraTarget = (typeof loraTargets)[number]

/**
 * Adapters of low rank: W x + (lora_alpha / r) · B A x, with B [outputs, r] and A [r, inputs]. They alone are trained.
 * Source: Hu et al., LoRA, arXiv 2106.09685; the names are those of PEFT's adapter_config.json.
 */
export interface LoraConfig {
  readonly r: number
  readonly lora_alpha: number
  /** At least one, none twice. */
  readonly target_modules: readonly LoraTarget[]
}

/** Ids [start, end), of at least one. */
export type IdRange = readonly [start: number, end: number]

/**
 * The shape of a decoder, by the names of Hugging Face's config.json.
 * Source: transformers' Qwen2Config, Qwen3Config, LlamaConfig and SmolLM3Config.
 */
export interface ModelConfig {
  /** `qwen2` if left out. */
  readonly model_type?: ModelType | undefined
  readonly vocab_size: number
  readonly hidden_size: number
  readonly intermediate_size: number
  readonly num_hidden_layers: number
  readonly num_attention_heads: number
  /** Divides num_attention_heads. */
  readonly num_key_value_heads: number
  /** Size of a head, even; hidden_size / num_attention_heads if left out, which `qwen3` does not allow. */
  readonly head_dim?: number | undefined
  /** Longest context, in positions. */
  readonly max_position_embeddings: number
  readonly rms_norm_eps: number
  readonly rope_theta: number
  /** Of `smollm3`: of each layer, 1 if its queries and keys are turned by their positions, or 0. */
  readonly no_rope_layers?: readonly (0 | 1)[] | undefined
  /** Whether logits use the embedding's own matrix. */
  readonly tie_word_embeddings: boolean
  /** Left out where all weights are trained. */
  readonly lora?: LoraConfig | undefined
  /** Ids that the tokenizer has no token for, ascending: their probability is 0. Left out where every id has one. */
  readonly missing_ids?: readonly IdRange[] | undefined
}
