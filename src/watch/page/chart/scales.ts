/** From values to places on the screen. */
import { axisOver, type Axis } from '../../../report/chart/axis.ts'
import { logAxisOver } from '../../../report/chart/log-axis.ts'

export interface Scale extends Axis {
  /** Pixels of a value; of one that has no place, as 0 on a logarithmic axis, NaN. */
  readonly at: (value: number) => number
  readonly valueAt: (pixel: number) => number
}

/** @param pixels of the ends, the lower value's first. */
function linearScale({ low, high, ticks }: Axis, [from, to]: readonly [number, number]): Scale {
  const size = high - low || 1
  return {
    low,
    high,
    ticks,
    at: value => from + ((value - low) / size) * (to - from),
    valueAt: pixel => low + ((pixel - from) / (to - from)) * size,
  }
}

/** @param values at least one above 0. */
export function logScale(values: readonly number[], pixels: readonly [number, number]): Scale {
  const { low, high, ticks } = logAxisOver(values)
  const inner = linearScale({ low: Math.log10(low), high: Math.log10(high), ticks: [] }, pixels)
  return {
    low,
    high,
    ticks,
    at: value => (value > 0 ? inner.at(Math.log10(value)) : NaN),
    valueAt: pixel => 10 ** inner.valueAt(pixel),
  }
}

/** Round numbers around the values. */
export const roundScale = (values: readonly number[], pixels: readonly [number, number]): Scale =>
  linearScale(axisOver(values), pixels)

/** From the first value to the last, whatever they are, with round numbers between. */
export function exactScale(
  [low, high]: readonly [number, number],
  pixels: readonly [number, number],
  most: number,
): Scale {
  const { ticks } = axisOver([low, high], most)
  return linearScale({ low, high, ticks: ticks.filter(tick => tick >= low && tick <= high) }, pixels)
}
