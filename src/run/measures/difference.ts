import type { Measure } from '../../contracts/measure.ts'
import type { Evaluated } from '../../contracts/metrics.ts'
import type { Difference } from '../../statistics/difference.ts'
import { ratioDifferenceError } from '../../statistics/ratio-difference.ts'

/**
 * How much a measure changed between two evaluations, with its standard error over tasks where both have kept its ratios by task.
 *
 * @returns `null` where it was not measured both times.
 */
export function measureDifference(id: string, before: Evaluated, after: Evaluated): Difference | null {
  const [from, to] = [before.measures[id] ?? null, after.measures[id] ?? null]
  if (from === null || to === null) return null
  const [earlier = [], later = []] = [before.ratios?.[id], after.ratios?.[id]]
  const paired = earlier.length > 0 && earlier[0]?.denominators.length === later[0]?.denominators.length
  return { value: to - from, error: paired ? ratioDifferenceError(earlier, later) : null }
}

/** Those that tables of before and after show: a value of one iteration is none. */
export const summarised = (measures: readonly Measure[]): readonly Measure[] =>
  measures.filter(({ summary, of }) => summary !== undefined && of !== undefined)
