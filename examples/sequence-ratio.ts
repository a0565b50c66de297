/**
 * An objective of one's own: Group Sequence Policy Optimization. The importance ratio is that of the whole span,
 * s = (π(y) / π_old(y))^(1/n) = exp((1/n) Σ_t d_t), d = logp − logp_old, and is clipped as one:
 * L = −min(s A, clip(s, 1 − ε, 1 + ε) A), ∂L/∂logp_t = −s A / n where the clip is not active and 0 where it is.
 * Source: Zheng et al., Group Sequence Policy Optimization, arXiv 2507.18071, eq. 5 and 7; the mean over the group is
 * the engine's mean over spans. Departure: none; there is no KL term there either, so `kl` is only told.
 */
import type { SpanRule } from 'rlanything'

export interface SequenceRatioOptions {
  /** ε in (0, 1). The source trains with 3e-4 and 4e-4: a ratio of whole sequences moves less than that of a token. */
  readonly clip: number
}

/** @throws {RangeError} if `clip` is not in (0, 1). */
export default function sequenceRatio({ clip }: SequenceRatioOptions): SpanRule {
  if (!(clip > 0 && clip < 1)) throw new RangeError(`clip must be in (0, 1), got ${clip}`)
  return (logprobs, { advantage, oldLogprobs }) => {
    const n = logprobs.length
    let sum = 0
    let kl = 0
    for (let t = 0; t < n; t += 1) {
      const d = logprobs[t]! - oldLogprobs[t]!
      sum += d
      kl += Math.expm1(-d) + d
    }
    const ratio = Math.exp(sum / n)
    const free = ratio * advantage
    const held = Math.min(1 + clip, Math.max(1 - clip, ratio)) * advantage
    const isHeld = held < free
    return {
      loss: -Math.min(free, held),
      gradient: new Float64Array(n).fill(isHeld ? 0 : -free / n),
      kl,
      clipped: isHeld ? n : 0,
    }
  }
}
