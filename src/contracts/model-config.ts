/**
 * The shape of a decoder of the Qwen2 kind, by the names of Hugging Face's config.json.
 * Source: Qwen2 technical report, arXiv 2407.10671; transformers' Qwen2Config.
 */
export interface ModelConfig {
  readonly vocab_size: number
  readonly hidden_size: number
  readonly intermediate_size: number
  readonly num_hidden_layers: number
  readonly num_attention_heads: number
  /** Divides num_attention_heads. */
  readonly num_key_value_heads: number
  /** Size of a head, even; hidden_size / num_attention_heads if left out. */
  readonly head_dim?: number | undefined
  /** Longest context, in positions. */
  readonly max_position_embeddings: number
  readonly rms_norm_eps: number
  readonly rope_theta: number
  /** Whether logits use the embedding's own matrix. */
  readonly tie_word_embeddings: boolean
}
