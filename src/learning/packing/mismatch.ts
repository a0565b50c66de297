/**
 * The training–inference mismatch: how far log-probabilities recorded in sampling, one token at a time with a KV cache, are from
 * those that training computes of the same weights, a whole sequence at a time. Both are the same number up to rounding.
 */
import type { LossSums } from '../../contracts/models/device.ts'
import { nth } from '../../math/nth.ts'
import type { Packed } from './packing.ts'

export interface Mismatch {
  /** Nats². */
  readonly squares: number
  readonly tokens: number
}

export const noMismatch: Mismatch = { squares: 0, tokens: 0 }

/**
 * Adds the targets of a sequence that the present weights have sampled.
 *
 * @param scores of the whole sequence before the update.
 */
export function withScores(sum: Mismatch, { targets }: Packed, scores: Float32Array): Mismatch {
  let { squares, tokens } = sum
  for (const { start, behaviour, isStale } of targets) {
    if (isStale) continue
    behaviour.forEach((logprob, place) => (squares += (nth(scores, start + place) - logprob) ** 2))
    tokens += behaviour.length
  }
  return { squares, tokens }
}

/**
 * Of a first minibatch whose old log-probabilities are those recorded: the model is still what sampled, so that its KL term is
 * that of the mismatch. exp(−d) − 1 + d = d² / 2 for small d.
 *
 * @param scored tokens of it whose old log-probabilities were computed, which add nothing.
 */
export const ofFirstUpdate = ({ kl, tokens }: LossSums, scored: number): Mismatch => ({
  squares: 2 * kl,
  tokens: tokens - scored,
})

/** Root mean square over tokens, nats; `null` without any. */
export const rootMeanSquare = ({ squares, tokens }: Mismatch): number | null =>
  tokens === 0 ? null : Math.sqrt(squares / tokens)
