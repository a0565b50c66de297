import { exponential } from './exponential'
import { largestOf, sumOf } from './lanes'

/** Makes e^(score − largest) of each of `count` scores, in place; the numbers up to the next multiple of 8 become 0. @returns their sum. */
export function unnormalizedSoftmax(scores: usize, count: i32): f32 {
  const end = scores + ((<usize>count) << 2)
  const stop = scores + (((<usize>count + 7) & ~7) << 2)
  for (let at = end; at < stop; at += 4) store<f32>(at, -Infinity)
  /* NaN is passed over here, and shows in the exponential. */
  let maxima = f32x4.splat(-Infinity)
  for (let at = scores; at < stop; at += 16) maxima = f32x4.pmax(maxima, v128.load(at))
  const largest = f32x4.splat(largestOf(maxima))
  let sum = f32x4.splat(0)
  for (let at = scores; at < stop; at += 16) {
    const value = exponential(f32x4.sub(v128.load(at), largest))
    v128.store(at, value)
    sum = f32x4.add(sum, value)
  }
  return sumOf(sum)
}
