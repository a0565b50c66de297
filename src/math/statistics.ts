/** Descriptive statistics of a sample. Every function refuses an empty one rather than answer NaN. */
import { nth } from './nth.ts'

/** Below this standard deviation values count as equal: the rest is rounding. */
const smallestStandardDeviation = 1e-8

/** @throws {RangeError} if there are no values or one is not finite. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('values must not be empty')
  let sum = 0
  for (const value of values) sum += value
  if (!Number.isFinite(sum)) throw new RangeError(`values must be finite, got ${values.find(v => !Number.isFinite(v))}`)
  return sum / values.length
}

/** √(Σ (x − x̄)² / n): of a whole population, so 0 for one value. @throws {RangeError} as `mean`. */
export function populationStandardDeviation(values: readonly number[]): number {
  const centre = mean(values)
  let sum = 0
  for (const value of values) sum += (value - centre) ** 2
  return Math.sqrt(sum / values.length)
}

/**
 * (x − x̄) / σ with σ of the population; all 0 where σ ≤ 1e-8.
 *
 * @returns [n] of mean 0 and, unless all 0, variance 1. An empty array gives an empty one.
 * @throws {RangeError} if a value is not finite.
 */
export function standardise(values: readonly number[]): number[] {
  if (values.length === 0) return []
  const centre = mean(values)
  const deviation = populationStandardDeviation(values)
  if (deviation <= smallestStandardDeviation) return values.map(() => 0)
  return values.map(value => (value - centre) / deviation)
}

/** Whether σ ≤ 1e-8, or there are none. @throws {RangeError} if a value is not finite. */
export const isConstant = (values: readonly number[]): boolean =>
  values.length === 0 || populationStandardDeviation(values) <= smallestStandardDeviation

/**
 * Standard error of the mean, s / √n with s² = Σ (x − x̄)² / (n − 1).
 *
 * @throws {RangeError} if there are fewer than 2 values or one is not finite.
 */
export function standardError(values: readonly number[]): number {
  if (values.length < 2) throw new RangeError(`standardError needs at least 2 values, got ${values.length}`)
  return populationStandardDeviation(values) / Math.sqrt(values.length - 1)
}

/**
 * The value below which a share `p` of the sorted values lies, interpolated linearly between neighbours.
 * Source: Hyndman & Fan, Sample quantiles in statistical packages (1996), type 7; numpy's default.
 *
 * @param p in [0, 1]; 0.5 is the median.
 * @throws {RangeError} if there are no values or `p` is outside [0, 1].
 */
export function quantile(values: readonly number[], p: number): number {
  if (values.length === 0) throw new RangeError('values must not be empty')
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must be in [0, 1], got ${p}`)
  const sorted = [...values].sort((a, b) => a - b)
  const place = p * (sorted.length - 1)
  const low = nth(sorted, Math.floor(place))
  const high = nth(sorted, Math.ceil(place))
  return low + (high - low) * (place - Math.floor(place))
}

/** Share of true values, in [0, 1]; `null` for an empty list, so that each caller decides on its default. */
export const shareOf = (is: readonly boolean[]): number | null =>
  is.length === 0 ? null : is.filter(yes => yes).length / is.length

/** So many of `count` as the share is, rounded up: 7 of 100 for 0.07, whose product with 100 is a little above 7 in float64. */
export const countOfShare = (share: number, count: number): number => Math.ceil(Number((share * count).toPrecision(12)))
