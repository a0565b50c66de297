import { groupBy } from '../math/group-by.ts'
import { mean } from '../math/statistics.ts'
import { estimateMean, type ConfidenceInterval } from './mean-estimate.ts'

/** A value of one curve. */
export interface CurvePoint {
  /** What points of different curves have in common, e.g. the iteration. */
  readonly at: number
  /** Its place on the axis, e.g. tokens until then. */
  readonly x: number
  /** `null` where nothing was measured. */
  readonly y: number | null
}

/** The mean of several curves at one place. */
export interface MeanCurvePoint {
  readonly at: number
  /** Mean over the curves that have a value here; `mean` too. */
  readonly x: number
  readonly mean: number
  /** Curves that have a value here, at least 1. */
  readonly count: number
  /** Standard error of the mean; `null` for one curve. */
  readonly error: number | null
  /** t interval of the mean; without width where all values are equal, `null` for one curve. */
  readonly interval: ConfidenceInterval | null
}

/**
 * Mean and band over curves, one a seed, at each place where any of them has a value.
 *
 * @returns ascending by `at`.
 * @throws {RangeError} if a value is not finite, or `level` is not in (0, 1).
 */
export function curveBand(curves: readonly (readonly CurvePoint[])[], level = 0.95): readonly MeanCurvePoint[] {
  const measured = curves.flat().flatMap(({ at, x, y }) => (y === null ? [] : [{ at, x, y }]))
  return [...groupBy(measured, ({ at }) => at)]
    .sort(([one], [other]) => one - other)
    .map(([at, here]) => {
      const values = here.map(({ y }) => y)
      const { mean: centre, count, error, interval } = estimateMean(values, level)
      const band = error === 0 ? { low: centre, high: centre } : interval
      return { at, x: mean(here.map(({ x }) => x)), mean: centre, count, error, interval: band }
    })
}
