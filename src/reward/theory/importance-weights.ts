import { checkOutcome, type Outcome } from '../votes.ts'

/** One episode (or step) as the old reward model saw it. */
export interface SeenOutcome {
  readonly outcome: Outcome
  /** p_old(S = 1), in [0, 1]. */
  readonly plusShare: number
  /** p_old(S = −1), in [0, 1 − plusShare]; less than that where votes were malformed. */
  readonly minusShare: number
}

export interface ImportanceWeights {
  /** [n] f₊, 0 where the episode was lost. */
  readonly plus: readonly number[]
  /** [n] f₋, 0 where the episode was won. */
  readonly minus: readonly number[]
}

/**
 * How much an episode teaches the reward model about won (f₊) and lost (f₋) episodes: the expected
 * consistency reward is 4 E[⟨p₊, f₊⟩ + ⟨p₋, f₋⟩] + C with
 * f₊ = ½ (1 − λ + 2 λ p_old(S = 1)) · 1(O = 1) and f₋ = ½ (1 − λ + 2 λ p_old(S = −1)) · 1(O = −1).
 * Source: RLAnything, arXiv 2602.02488, Theorem 2, where λ = 1 and f₊ = p_old(S = 1) · 1(O = 1). The half
 * makes the general λ agree with it; the ratio of norms is the same without.
 *
 * @param lambda λ ≥ 0; above 1 a weight can be negative.
 * @returns each in [(1 − λ)/2, (1 + λ)/2].
 * @throws {RangeError} if a share, an outcome or λ is out of range.
 */
export function importanceWeights(episodes: readonly SeenOutcome[], lambda = 1): ImportanceWeights {
  if (!(lambda >= 0 && lambda < Infinity)) throw new RangeError(`lambda must be in [0, ∞), got ${lambda}`)
  episodes.forEach(check)
  const weigh = (share: number) => (1 - lambda + 2 * lambda * share) / 2
  return {
    plus: episodes.map(({ outcome, plusShare }) => (outcome === 1 ? weigh(plusShare) : 0)),
    minus: episodes.map(({ outcome, minusShare }) => (outcome === -1 ? weigh(minusShare) : 0)),
  }
}

/**
 * ‖f‖ = √((1/n) Σ f²), the L2 norm over a group of n equally likely episodes.
 *
 * @throws {RangeError} if there are no weights.
 */
export function weightNorm(weights: readonly number[]): number {
  if (weights.length === 0) throw new RangeError('weights must not be empty')
  return Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0) / weights.length)
}

/**
 * ‖f₊‖ / ‖f₋‖: 0 as every episode fails, Infinity as every one succeeds, `null` where both norms are 0.
 * Far from 1, the reward model hardly learns one of its two verdicts: why balanced tasks help it too.
 *
 * @throws {RangeError} if there are no weights.
 */
export function normRatio({ plus, minus }: ImportanceWeights): number | null {
  const above = weightNorm(plus)
  const below = weightNorm(minus)
  return above === 0 && below === 0 ? null : above / below
}

function check({ outcome, plusShare, minusShare }: SeenOutcome): void {
  checkOutcome(outcome)
  if (!(plusShare >= 0 && plusShare <= 1)) throw new RangeError(`plusShare must be in [0, 1], got ${plusShare}`)
  if (!(minusShare >= 0 && plusShare + minusShare <= 1 + 1e-9))
    throw new RangeError(`minusShare must be in [0, 1 - plusShare], got ${minusShare} beside ${plusShare}`)
}
