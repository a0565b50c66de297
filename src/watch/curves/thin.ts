/** Points that are distinguishable on a screen. Pure. */
import { nth } from '../../math/nth.ts'

/**
 * Of each column the first, the least, the greatest and the last point: the drawing looks the same as with all points.
 *
 * @param x [N] ascending.
 * @param y [N]
 * @param columns of equal width, at least 1.
 * @returns indices of the points that stay, ascending; all of them if at most four a column.
 */
export function thinned(x: Float64Array, y: Float64Array, columns: number): readonly number[] {
  if (x.length <= 4 * columns) return Array.from(x, (_, index) => index)
  const [low, high] = [nth(x, 0), nth(x, x.length - 1)]
  const columnOf = (index: number): number =>
    high > low ? Math.min(columns - 1, Math.floor(((nth(x, index) - low) / (high - low)) * columns)) : 0
  const kept: number[] = []
  for (let start = 0; start < x.length;) {
    const column = columnOf(start)
    let [end, least, greatest] = [start, start, start]
    for (; end < x.length && columnOf(end) === column; end += 1) {
      if (nth(y, end) < nth(y, least)) least = end
      if (nth(y, end) > nth(y, greatest)) greatest = end
    }
    kept.push(...[...new Set([start, least, greatest, end - 1])].sort((one, other) => one - other))
    start = end
  }
  return kept
}
