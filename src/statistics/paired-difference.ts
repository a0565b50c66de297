import { mean } from '../math/statistics.ts'
import { zip } from '../math/zip.ts'
import { estimateMean, type MeanEstimate } from './mean-estimate.ts'
import { twoSidedP } from './student-t.ts'

/** The mean of paired differences, and whether it can be chance. */
export interface PairedDifference extends MeanEstimate {
  /**
   * Two-sided p of the t test that the mean is `hypothesis`, with n − 1 degrees of freedom; 1 where all differences are equal to
   * it. `null` where there is no test.
   */
  readonly p: number | null
  /** Why there is no test, as a clause; `null` where there is one. */
  readonly untested: string | null
}

interface PairedTest {
  /** Confidence of the interval, in (0, 1). */
  readonly level: number
  /** The mean difference that is tested, in the unit of the values; the interval does not depend on it. */
  readonly hypothesis: number
}

/** Differences whose spread is below this part of the values compared are equal up to rounding. */
const rounding = 1e-12

/**
 * Compares two lists whose values belong together by their index: the mean of xᵢ − yᵢ, by the spread of xᵢ − yᵢ.
 * Source: Student, The probable error of a mean, Biometrika 6 (1908).
 * Departure: equal differences other than the hypothesis are not tested. Their t is infinite, which says more than a few pairs can.
 *
 * @param first [n]; `second` too.
 * @throws {RangeError} if the lengths differ, are 0, a value is not finite, or `level` is not in (0, 1).
 */
export function pairedDifference(
  first: readonly number[],
  second: readonly number[],
  { level = 0.95, hypothesis = 0 }: Partial<PairedTest> = {},
): PairedDifference {
  const wrong = [...first, ...second].find(value => !Number.isFinite(value))
  if (wrong !== undefined) throw new RangeError(`values must be finite, got ${wrong}`)
  const estimate = estimateMean(differencesOf(first, second), level)
  return { ...estimate, ...testOf(estimate, hypothesis) }
}

function testOf(
  { count, mean: difference, error }: MeanEstimate,
  hypothesis: number,
): Pick<PairedDifference, 'p' | 'untested'> {
  if (error === null) return { p: null, untested: 'there is only one pair' }
  if (error > 0) return { p: twoSidedP((difference - hypothesis) / error, count - 1), untested: null }
  if (difference === hypothesis) return { p: 1, untested: null }
  return { p: null, untested: `all ${count} differences are equal, so that their spread is not known` }
}

function differencesOf(first: readonly number[], second: readonly number[]): readonly number[] {
  const differences = zip(first, second).map(([a, b]) => a - b)
  if (differences.length === 0) return differences
  const size = largest([...first, ...second])
  const centre = mean(differences)
  if (largest(differences.map(difference => difference - centre)) > rounding * size) return differences
  return differences.map(() => (Math.abs(centre) <= rounding * size ? 0 : centre))
}

const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
