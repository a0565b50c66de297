import type { JudgeQuality } from '../contracts/metrics.ts'
import type { Difference } from '../statistics/difference.ts'
import { ratioDifferenceError, type RatioOfSums } from '../statistics/ratio-difference.ts'
import type { JudgeMeasure } from './presentation.ts'

/**
 * How much a measure changed between two measurements on one probe, with its standard error over the tasks of the probe.
 *
 * @returns `null` where it was not measured both times.
 */
export function judgeDifference(
  { value, ratios }: JudgeMeasure,
  before: JudgeQuality | null,
  after: JudgeQuality | null,
): Difference | null {
  if (before === null || after === null) return null
  const [from, to] = [value(before), value(after)]
  if (from === null || to === null) return null
  const [earlier, later] = [ratios?.(before) ?? null, ratios?.(after) ?? null]
  const paired = earlier !== null && later !== null && unitsOf(earlier) === unitsOf(later)
  return { value: to - from, error: paired ? ratioDifferenceError(earlier, later) : null }
}

const unitsOf = ([first]: readonly RatioOfSums[]): number => first?.denominators.length ?? 0
