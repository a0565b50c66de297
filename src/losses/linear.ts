import type { SpanLoss } from './objective.ts'

/**
 * L = Σ c_t logp_t: all that an engine needs of a loss over a whole batch, whose gradient c at the present log-probabilities
 * has been computed elsewhere. Its value means nothing; its gradient is c.
 *
 * @param logprobs [n], n ≥ 1, nats.
 * @param coefficients [n], c.
 * @throws {RangeError} if empty, or not one a token.
 */
export function linear(logprobs: ArrayLike<number>, coefficients: ArrayLike<number> | undefined): SpanLoss {
  if (logprobs.length === 0) throw new RangeError('a span must have at least one token, got 0')
  if (coefficients?.length !== logprobs.length)
    throw new RangeError(
      `coefficients must have ${logprobs.length} values, one a token, got ${coefficients?.length ?? 'none'}`,
    )
  const gradient = Float64Array.from(coefficients)
  let loss = 0
  gradient.forEach((coefficient, token) => (loss += coefficient * (logprobs[token] ?? 0)))
  return { loss, gradient, kl: 0, clipped: 0 }
}
