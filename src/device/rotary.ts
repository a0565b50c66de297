import type { ModelConfig } from '../model/config.ts'

/** Cosines and sines of every position, [positions, D] each, both halves alike. */
export interface RotaryTable {
  readonly size: number
  readonly cos: Float32Array
  readonly sin: Float32Array
}

/**
 * Angles of rotary positions: position · theta^(−2i/D) for i in [0, D/2), in the half-split order of Hugging Face.
 * Source: Su et al., RoFormer, arXiv 2104.09864; transformers' Qwen2RotaryEmbedding.
 */
export function rotaryTable(config: ModelConfig): RotaryTable {
  const size = config.hidden_size / config.num_attention_heads
  const half = size / 2
  const cos = new Float32Array(config.max_position_embeddings * size)
  const sin = new Float32Array(config.max_position_embeddings * size)
  for (let position = 0; position < config.max_position_embeddings; position += 1) {
    for (let index = 0; index < size; index += 1) {
      const angle = position * config.rope_theta ** ((-2 * (index % half)) / size)
      cos[position * size + index] = Math.cos(angle)
      sin[position * size + index] = Math.sin(angle)
    }
  }
  return { size, cos, sin }
}

/** The rows of a table at `positions`. */
export function anglesAt({ size, cos, sin }: RotaryTable, positions: Int32Array) {
  const rows = { cos: new Float32Array(positions.length * size), sin: new Float32Array(positions.length * size) }
  positions.forEach((position, index) => {
    const from = position * size
    rows.cos.set(cos.subarray(from, from + size), index * size)
    rows.sin.set(sin.subarray(from, from + size), index * size)
  })
  return rows
}
