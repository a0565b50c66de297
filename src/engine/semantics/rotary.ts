import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { headSize } from '../../model/tensors/tensors.ts'

/** Cosines and sines of every position, [positions, D / 2]: one angle for each pair of a head's two halves. */
export interface RotaryTable {
  readonly shape: readonly [positions: number, half: number]
  readonly cos: Float32Array
  readonly sin: Float32Array
}

/**
 * Angles of rotary positions: position · theta^(−2i/D) for i in [0, D/2), in the half-split order of Hugging Face.
 * Source: Su et al., RoFormer, arXiv 2104.09864; transformers' Qwen2RotaryEmbedding.
 *
 * @param positions at least; padded sequences have more than the model allows.
 */
export function rotaryTable(config: ModelConfig, positions: number): RotaryTable {
  const half = headSize(config) / 2
  const angle = (index: number): number => Math.floor(index / half) * config.rope_theta ** (-(index % half) / half)
  const length = positions * half
  return {
    shape: [positions, half],
    cos: Float32Array.from({ length }, (_, index) => Math.cos(angle(index))),
    sin: Float32Array.from({ length }, (_, index) => Math.sin(angle(index))),
  }
}
