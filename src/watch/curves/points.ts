/** The points of a curve. Pure. */
import type { AlongKind } from '../contract/curves.ts'
import type { RunSeries } from '../folder/run-series.ts'

/** [N] by ascending x. */
export interface Points {
  readonly x: Float64Array
  readonly y: Float64Array
}

/** Those of a measure at which it was measured. */
export function pointsOf(series: RunSeries, measure: string, along: AlongKind): Points {
  const values = series.column(measure)
  const places = series[along]
  const count = values?.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + 1), 0) ?? 0
  const x = new Float64Array(count)
  const y = new Float64Array(count)
  let next = 0
  for (let row = 0; values !== undefined && row < values.length; row += 1) {
    const value = values[row] ?? NaN
    if (Number.isNaN(value)) continue
    x[next] = places[row] ?? 0
    y[next] = value
    next += 1
  }
  return { x, y }
}

/** Points from `from` to `to`, and the one before and after them, so that lines reach the edges. */
export function withinRange({ x, y }: Points, from: number, to: number): Points {
  const first = Math.max(0, indexFrom(x, from) - 1)
  const last = Math.min(x.length, indexAfter(x, to) + 1)
  return { x: x.subarray(first, last), y: y.subarray(first, last) }
}

/** Index of the first value that is at least `least`; the length if all are less. */
export const indexFrom = (values: Float64Array, least: number): number => bisect(values, value => value >= least)
/** Index of the first value that is more than `most`; the length if none is. */
export const indexAfter = (values: Float64Array, most: number): number => bisect(values, value => value > most)

/** Index of the first value for which it holds, where it holds for all that follow. */
function bisect(values: Float64Array, holds: (value: number) => boolean): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(values[middle] ?? Infinity)) high = middle
    else low = middle + 1
  }
  return low
}
