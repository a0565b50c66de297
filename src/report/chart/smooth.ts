/** Smoothing without a shift. Pure. */
import { nth } from '../../math/nth.ts'
import type { Stretch } from './segments.ts'

/**
 * The mean over the points around each, as many before as after it; towards the ends of a segment over fewer, so that nothing
 * is moved along the axis, and a segment begins and ends where its points do.
 *
 * @param values [N]
 * @param window points of a mean, odd, at least 1.
 * @returns [N]
 */
export function smoothed(values: Float64Array, segments: readonly Stretch[], window: number): Float64Array {
  const most = (window - 1) / 2
  const result = new Float64Array(values.length)
  for (const [from, to] of segments) {
    const sums = runningSums(values, from, to)
    for (let index = from; index < to; index += 1) {
      const half = Math.min(most, index - from, to - 1 - index)
      const sum = nth(sums, index + half + 1 - from) - nth(sums, index - half - from)
      result[index] = sum / (2 * half + 1)
    }
  }
  return result
}

/** [to − from + 1], 0 first. */
function runningSums(values: Float64Array, from: number, to: number): Float64Array {
  const sums = new Float64Array(to - from + 1)
  for (let index = from; index < to; index += 1) sums[index + 1 - from] = nth(sums, index - from) + nth(values, index)
  return sums
}
