import { normalQuantile } from './normal-quantile.ts'

/** Successes out of trials. */
export interface Count {
  /** Integer in [0, trials]. */
  readonly successes: number
  /** Positive integer. */
  readonly trials: number
}

/** In [0, 1]. */
export const successRate = ({ successes, trials }: Count): number => successes / trials

/** Both ends in [0, 1], low < high. */
interface Interval {
  readonly low: number
  readonly high: number
}

/** @throws {RangeError} if it is not k out of n with n ≥ 1 and 0 ≤ k ≤ n, both integers. */
export function checkCount({ successes, trials }: Count): void {
  if (!Number.isInteger(trials) || trials < 1) throw new RangeError(`trials must be a positive integer, got ${trials}`)
  if (!Number.isInteger(successes) || successes < 0 || successes > trials)
    throw new RangeError(`successes must be an integer in [0, ${trials}], got ${successes}`)
}

/**
 * Standard error of a share of n trials as its score interval has it, √(p (1 − p) / n + 1 / 4n²) / (1 + 1 / n): half the width at one
 * standard deviation, which is never 0. That of Wald is, where all trials end alike.
 *
 * @param share in [0, 1]. @param trials of none it is 0.
 */
export const shareError = (share: number, trials: number): number =>
  trials === 0 ? 0 : Math.sqrt((share * (1 - share)) / trials + 1 / (4 * trials * trials)) / (1 + 1 / trials)

/**
 * The score interval of a success rate: all rates p at which |k/n − p| ≤ z √(p (1 − p) / n). It keeps
 * its meaning at few trials and at 0 or n successes.
 * Source: Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
 *
 * @param confidence in (0, 1), two-sided.
 * @throws {RangeError} if the count or `confidence` is out of range.
 */
export function wilsonInterval(count: Count, confidence: number): Interval {
  checkCount(count)
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence must be in (0, 1), got ${confidence}`)
  const { successes, trials } = count
  const z = normalQuantile((1 + confidence) / 2)
  const share = successes / trials
  const scale = 1 + (z * z) / trials
  const centre = (share + (z * z) / (2 * trials)) / scale
  const reach = (z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials))) / scale
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - reach),
    high: successes === trials ? 1 : Math.min(1, centre + reach),
  }
}
