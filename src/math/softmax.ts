/** Probabilities of logits, of any finite size: e to the power of each, over their sum. */
export function softmax(logits: Float32Array): readonly number[] {
  const largest = Math.max(...logits)
  const weights = Array.from(logits, logit => Math.exp(logit - largest))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map(weight => weight / total)
}
