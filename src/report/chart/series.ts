/** From lines of metrics to points of a chart. */
import type { IterationMetrics } from '../../contracts/metrics.ts'
import type { Point } from './line-chart.ts'

/** One value an iteration; iterations without one are left out. */
export const over = (
  metrics: readonly IterationMetrics[],
  value: (line: IterationMetrics) => number | null,
): readonly Point[] =>
  metrics.flatMap(line => {
    const y = value(line)
    return y === null ? [] : [{ x: line.iteration, y }]
  })

/** Mean of each point and its neighbours: `width` points, fewer at both ends. */
export function smooth(points: readonly Point[], width: number): readonly Point[] {
  const reach = Math.floor(width / 2)
  return points.map(({ x }, index) => {
    const near = points.slice(Math.max(0, index - reach), index + reach + 1)
    return { x, y: near.reduce((sum, { y }) => sum + y, 0) / near.length }
  })
}
