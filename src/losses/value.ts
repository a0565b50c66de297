/** A value as the odds of two tokens, and the loss by which it is learnt. Pure. */
import { nth } from '../math/nth.ts'
import type { BatchLoss } from './batch-loss.ts'

/** Least and greatest value that can be expressed. */
export type ValueRange = readonly [low: number, high: number]

/**
 * The value that two log-probabilities say: low + (high − low) p, p = p_high / (p_low + p_high).
 *
 * @param lowLogprob of the token for `low`, nats.
 * @param highLogprob of the token for `high`, nats.
 */
export const valueFromLogprobs = (lowLogprob: number, highLogprob: number, [low, high]: ValueRange): number =>
  low + (high - low) * oddsShare(lowLogprob, highLogprob)

/** A value as the share of the greatest one, cut off at both ends. */
export const shareOfRange = (value: number, [low, high]: ValueRange): number =>
  Math.min(1, Math.max(0, (value - low) / (high - low)))

/**
 * Cross-entropy of the two tokens at each place: L = −(1/n) Σ y log p + (1 − y) log(1 − p). It is least where p is the mean of y, so the
 * expected return is learnt. Spans come in pairs of one token each, that for `low` and then that for `high`; the first has y as its
 * `advantage`.
 *
 * @throws {RangeError} if the spans are no pairs of single tokens.
 */
export const valueLoss: BatchLoss = (logprobs, spans) => {
  if (logprobs.length % 2 !== 0 || logprobs.some(({ length }) => length !== 1))
    throw new RangeError(`values must be pairs of single tokens, got ${logprobs.length} spans`)
  const places = logprobs.length / 2
  const gradients = logprobs.map(() => new Float64Array(1))
  let loss = 0
  for (let place = 0; place < places; place += 1) {
    const [low, high] = [nth(nth(logprobs, 2 * place), 0), nth(nth(logprobs, 2 * place + 1), 0)]
    const wanted = nth(spans, 2 * place).advantage
    const share = oddsShare(low, high)
    loss += (softplus(low - high) * wanted + softplus(high - low) * (1 - wanted)) / places
    nth(gradients, 2 * place)[0] = (wanted - share) / places
    nth(gradients, 2 * place + 1)[0] = (share - wanted) / places
  }
  return { loss, gradients }
}

/** e^high / (e^low + e^high). */
const oddsShare = (low: number, high: number): number => 1 / (1 + Math.exp(low - high))

/** log(1 + eˣ), without overflow. */
export const softplus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))
