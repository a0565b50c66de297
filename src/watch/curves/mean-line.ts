/** The mean over the seeds of an arm. Pure. */
import { nth } from '../../math/nth.ts'
import { mean, standardError } from '../../math/statistics.ts'
import type { MeanLine } from '../contract/curves.ts'
import { indexFrom, type Points } from './points.ts'

/** Most places at which a mean is taken. */
export const maxPlaces = 240

/**
 * Where seeds share their places on the axis, as iterations, the mean at each of them; else, and where those are too many, the
 * mean of each seed over each of `maxPlaces` intervals, and their mean. A seed without a point in an interval counts by the
 * line between its neighbours, and beyond its own ends not at all.
 */
export function meanLine(seeds: readonly Points[], isShared: boolean): MeanLine {
  const places = isShared ? [...new Set(seeds.flatMap(({ x }) => [...x.subarray(0, maxPlaces + 1)]))] : []
  const areFew = isShared && seeds.every(({ x }) => x.length <= maxPlaces) && places.length <= maxPlaces
  return areFew
    ? over(
        seeds,
        places.sort((one, other) => one - other).map(place => ({ place, from: place, to: place })),
        valueAt,
      )
    : over(seeds, intervalsOf(seeds), meanWithin)
}

/** Half open, and the place at which its mean is drawn. */
interface Interval {
  readonly place: number
  readonly from: number
  readonly to: number
}

type ReadSeed = (points: Points, interval: Interval) => number | null

function over(seeds: readonly Points[], intervals: readonly Interval[], read: ReadSeed): MeanLine {
  const columns = intervals.map(interval => seeds.map(points => read(points, interval)).filter(value => value !== null))
  return {
    x: intervals.map(({ place }) => place),
    y: columns.map(values => (values.length === 0 ? null : mean(values))),
    error: columns.map(values => (values.length < 2 ? null : standardError(values))),
    seeds: columns.map(values => values.length),
  }
}

/** Equal ones between the first and the last point of any, both included. */
function intervalsOf(seeds: readonly Points[]): readonly Interval[] {
  const drawn = seeds.filter(({ x }) => x.length > 0)
  if (drawn.length === 0) return []
  const low = Math.min(...drawn.map(({ x }) => nth(x, 0)))
  const high = Math.max(...drawn.map(({ x }) => nth(x, x.length - 1)))
  const count = high === low ? 1 : maxPlaces
  const width = (high - low) / count
  const edge = (index: number): number => (index === 0 ? -Infinity : index === count ? Infinity : low + index * width)
  return Array.from({ length: count }, (_, index) => ({
    place: low + (index + 0.5) * width,
    from: edge(index),
    to: edge(index + 1),
  }))
}

const valueAt: ReadSeed = ({ x, y }, { place }) => {
  const index = indexFrom(x, place)
  return x[index] === place ? nth(y, index) : null
}

const meanWithin: ReadSeed = (points, { place, ...ends }) => {
  const { x, y } = points
  const [from, to] = [indexFrom(x, ends.from), indexFrom(x, ends.to)]
  if (from === to) return between(points, from, place)
  let sum = 0
  for (let index = from; index < to; index += 1) sum += nth(y, index)
  return sum / (to - from)
}

/** On the line between the points before and after; `null` beyond the first and the last. */
function between({ x, y }: Points, after: number, place: number): number | null {
  if (after === x.length) return x.length > 0 && nth(x, after - 1) === place ? nth(y, after - 1) : null
  if (after === 0) return nth(x, 0) === place ? nth(y, 0) : null
  const share = (place - nth(x, after - 1)) / (nth(x, after) - nth(x, after - 1))
  return nth(y, after - 1) + share * (nth(y, after) - nth(y, after - 1))
}
