import type { SpanLoss } from './objective.ts'

/** The inputs of the clipped objective for a span, besides its log-probabilities. */
export interface ClippedOptions {
  /** A, finite, shared by every token of the span. */
  readonly advantage: number
  /** [n] log-probabilities before this iteration's updates, nats. */
  readonly oldLogprobs: ArrayLike<number>
  /** ε > 0, finite. */
  readonly clip: number
  /** β ≥ 0, finite. */
  readonly klWeight: number
}

/** Largest |d| inside the ratio, nats: e¹⁰ is far outside any clip and far inside a float32. */
const largestDifference = 10

/**
 * The clipped policy-gradient loss with a penalty on leaving the old model, over n tokens:
 * L = −(1/n) Σ min(r A, clip(r, 1 − ε, 1 + ε) A) + β (1/n) Σ (exp(−d) − 1 + d),
 * d = logp − logp_old, r = exp(clamp(d, −10, 10)).
 * The gradient is exact and the old log-probabilities are constants. Where the clip is active, and where
 * |d| > 10, the first term is constant and contributes 0; d in the penalty is never clamped, so its
 * gradient β (1 − exp(−d)) / n still pulls the model back from there.
 * Source: RLAnything, arXiv 2602.02488, policy and reward-model objectives; Schulman et al., PPO, arXiv
 * 1707.06347, eq. 7; the penalty is the k3 estimator of Schulman, Approximating KL divergence (2020).
 *
 * @param logprobs [n], n ≥ 1, nats. A value that is not a number makes loss and gradient NaN.
 * @returns loss in nats, a mean over the n tokens; `kl` is the sum, not the mean.
 * @throws {RangeError} if lengths differ, n is 0 or an option is out of range.
 */
export function clipped(logprobs: ArrayLike<number>, options: ClippedOptions): SpanLoss {
  check(logprobs, options)
  const { advantage, oldLogprobs, clip, klWeight } = options
  const n = logprobs.length
  const gradient = new Float64Array(n)
  let surrogate = 0
  let kl = 0
  let active = 0
  for (let t = 0; t < n; t += 1) {
    const d = logprobs[t]! - oldLogprobs[t]!
    const ratio = Math.exp(clamp(d, -largestDifference, largestDifference))
    const free = ratio * advantage
    const held = clamp(ratio, 1 - clip, 1 + clip) * advantage
    const isHeld = held < free
    const fall = Math.expm1(-d)
    surrogate += Math.min(free, held)
    kl += fall + d
    if (isHeld) active += 1
    const slope = isHeld || Math.abs(d) > largestDifference ? 0 : free
    gradient[t] = (-klWeight * fall - slope) / n
  }
  return { loss: (klWeight * kl - surrogate) / n, gradient, kl, clipped: active }
}

function check(logprobs: ArrayLike<number>, { advantage, oldLogprobs, clip, klWeight }: ClippedOptions): void {
  if (logprobs.length === 0) throw new RangeError('a span must have at least one token, got 0')
  if (oldLogprobs.length !== logprobs.length)
    throw new RangeError(`oldLogprobs must have ${logprobs.length} values, one a token, got ${oldLogprobs.length}`)
  if (!Number.isFinite(advantage)) throw new RangeError(`advantage must be finite, got ${advantage}`)
  if (!(clip > 0 && clip < Infinity)) throw new RangeError(`clip must be in (0, ∞), got ${clip}`)
  if (!(klWeight >= 0 && klWeight < Infinity)) throw new RangeError(`klWeight must be in [0, ∞), got ${klWeight}`)
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
