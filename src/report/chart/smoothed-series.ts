import { zip } from '../../math/zip.ts'
import { segmentsOf } from './segments.ts'
import { smoothed } from './smooth.ts'
import type { Series } from './series.ts'

/**
 * A series as means over so many of its points, none of them across a hole, and behind it, faint, the series as it was measured.
 *
 * @param window points of a mean, odd.
 */
export function smoothedSeries(series: Series, window: number): readonly Series[] {
  const places = Float64Array.from(series.points, ({ x }) => x)
  const values = Float64Array.from(series.points, ({ y }) => y)
  const means = smoothed(values, segmentsOf(places), window)
  return [
    { ...series, name: `${series.name}, each`, look: 'ghost' },
    { ...series, name: `${series.name}, mean of ${window}`, points: zip(places, means).map(([x, y]) => ({ x, y })) },
  ]
}
