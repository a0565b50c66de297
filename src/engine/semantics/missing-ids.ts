import type { ModelConfig } from '../../contracts/models/model-config.ts'

/** So low that nothing is left of a probability at any temperature below 10²⁷, and finite, so that 0 times it is 0. */
const lowest = -1e30

/** [V] added to the logits, for models of which ids are missing: 0, or −10³⁰ where there is no token. `null` for all others. */
export function maskOf({ missing_ids: missing = [], vocab_size: size }: ModelConfig): Float32Array | null {
  if (missing.length === 0) return null
  const mask = new Float32Array(size)
  for (const [start, end] of missing) mask.fill(lowest, start, end)
  return mask
}
