/** The mean of a sample and how well it is known. */
import { mean, standardError } from '../math/statistics.ts'
import { twoSidedQuantile } from './student-t.ts'

/** In the unit of the values; low ≤ high. */
export interface ConfidenceInterval {
  readonly low: number
  readonly high: number
}

export interface MeanEstimate {
  /** At least 1. */
  readonly count: number
  readonly mean: number
  /** s / √n with s² = Σ (x − x̄)² / (n − 1); `null` for one value. */
  readonly error: number | null
  /** x̄ ± t · s / √n with n − 1 degrees of freedom; `null` where nothing is known of the spread: one value, or all alike. */
  readonly interval: ConfidenceInterval | null
  /** Confidence of the interval, in (0, 1). */
  readonly level: number
}

/**
 * @param values [n], independent draws.
 * @throws {RangeError} if empty, one is not finite, or `level` is not in (0, 1).
 */
export function estimateMean(values: readonly number[], level = 0.95): MeanEstimate {
  if (!(level > 0 && level < 1)) throw new RangeError(`level must be in (0, 1), got ${level}`)
  const [count, centre] = [values.length, mean(values)]
  const [first = centre] = values
  if (count === 1) return { count, mean: first, error: null, interval: null, level }
  if (values.every(value => value === first)) return { count, mean: first, error: 0, interval: null, level }
  const error = standardError(values)
  const reach = twoSidedQuantile(level, count - 1) * error
  return { count, mean: centre, error, interval: { low: centre - reach, high: centre + reach }, level }
}
