import type { SpanLoss } from './objective.ts'

/**
 * Imitation of the given tokens: L = −(1/n) Σ logp. Advantage and old log-probabilities play no part.
 *
 * @param logprobs [n], n ≥ 1, nats.
 * @returns loss in nats, a mean over the n tokens; `kl` and `clipped` are 0.
 * @throws {RangeError} if n is 0.
 */
export function crossEntropy(logprobs: ArrayLike<number>): SpanLoss {
  const n = logprobs.length
  if (n === 0) throw new RangeError('a span must have at least one token, got 0')
  let sum = 0
  for (let t = 0; t < n; t += 1) sum += logprobs[t]!
  return { loss: -sum / n, gradient: new Float64Array(n).fill(-1 / n), kl: 0, clipped: 0 }
}
