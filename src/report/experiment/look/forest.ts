/** The scale of a forest plot. */
import type { ComparisonResult } from '../../../experiment/results/experiment-result.ts'

export interface ForestScale {
  readonly low: number
  readonly high: number
}

/** Intervals may reach this much farther than the differences themselves; those of two seeds reach farther and are cut. */
const most = 2.5

/**
 * How far differences and intervals reach on either side of 0.
 * @returns both at least 0; not both 0.
 */
export function forestRange(comparisons: readonly ComparisonResult[]): {
  readonly below: number
  readonly above: number
} {
  const differences = comparisons.flatMap(({ mean, pairs, margin = 0 }) => [
    -margin,
    ...(mean === null ? [] : [mean]),
    ...pairs.map(pair => pair.difference),
  ])
  const ends = comparisons.flatMap(({ interval }) => (interval === null ? [] : [interval.low, interval.high]))
  const size = Math.max(0, ...differences.map(Math.abs))
  const bound = size > 0 ? size * most : Infinity
  const all = [...differences, ...ends.map(end => Math.min(bound, Math.max(-bound, end)))]
  const [below, above] = [Math.max(0, ...all.map(value => -value)), Math.max(0, ...all)]
  return below + above > 0 ? { below, above } : { below: 1, above: 1 }
}

/** A value's position, as a share of the width in [0, 1]. */
export const forestPlace = ({ low, high }: ForestScale, value: number): number =>
  Number(Math.min(1, Math.max(0, (value - low) / (high - low))).toFixed(4))
