import { mean, quantile } from '../math/statistics.ts'
import { randomFrom, type Key } from '../math/random.ts'
import type { ConfidenceInterval } from './mean-estimate.ts'

interface BootstrapOptions {
  /** Names the draws: the same key gives the same interval. */
  readonly key: Key
  /** In (0, 1), 0.95 if left out. */
  readonly level?: number
  /** Positive integer, 2000 if left out. */
  readonly resamples?: number
}

/**
 * Percentile interval of the mean: samples of n are drawn from the n values with replacement, and the middle `level` of their
 * means is taken. Too narrow for fewer than some ten values, where t is the better choice.
 * Source: Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 7 (1979).
 *
 * @param values [n], one a unit that was drawn independently: a seed, or a task.
 * @returns `null` for one value, which has no other draw than itself.
 * @throws {RangeError} if empty, one is not finite, or an option is out of range.
 */
export function bootstrapInterval(
  values: readonly number[],
  { key, level = 0.95, resamples = 2000 }: BootstrapOptions,
): ConfidenceInterval | null {
  if (!(level > 0 && level < 1)) throw new RangeError(`level must be in (0, 1), got ${level}`)
  if (!Number.isInteger(resamples) || resamples < 1)
    throw new RangeError(`resamples must be a positive integer, got ${resamples}`)
  mean(values)
  if (values.length === 1) return null
  const random = randomFrom(key)
  const meanOfSample = (): number => values.reduce(sum => sum + random.pick(values), 0) / values.length
  const means = Array.from({ length: resamples }, meanOfSample)
  return { low: quantile(means, (1 - level) / 2), high: quantile(means, (1 + level) / 2) }
}
