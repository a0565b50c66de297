import { sumOf } from './lanes'

/**
 * One AdamW step of `count` numbers, a multiple of 4, to the places of the new ones, which may be the old; `adamw` of src/math is its plain
 * twin. Constants, with b1, b2 the betas, c1 = 1 − b1ᵗ, c2 = 1 − b2ᵗ, s the factor of the gradient: keepFirst b1, takeFirst (1 − b1) s,
 * keepSecond b2, takeSecond √(1 − b2) s, floor ε √c2, pace η √c2 / c1, keepWeight 1 − η decay. Returns 0 if all new weights are finite,
 * else NaN.
 */
export function adamw(
  weight: usize,
  first: usize,
  second: usize,
  gradient: usize,
  newWeight: usize,
  newFirst: usize,
  newSecond: usize,
  count: usize,
  keepFirst: f32,
  takeFirst: f32,
  keepSecond: f32,
  takeSecond: f32,
  floor: f32,
  pace: f32,
  keepWeight: f32,
): f32 {
  const end = count << 2
  let wrong = f32x4.splat(0)
  for (let at: usize = 0; at < end; at += 16) {
    const gradients = v128.load(gradient + at)
    const root = f32x4.mul(gradients, f32x4.splat(takeSecond))
    const mean = f32x4.add(
      f32x4.mul(v128.load(first + at), f32x4.splat(keepFirst)),
      f32x4.mul(gradients, f32x4.splat(takeFirst)),
    )
    const square = f32x4.add(f32x4.mul(v128.load(second + at), f32x4.splat(keepSecond)), f32x4.mul(root, root))
    const size = f32x4.add(f32x4.sqrt(square), f32x4.splat(floor))
    const move = f32x4.div(f32x4.mul(mean, f32x4.splat(pace)), size)
    const moved = f32x4.sub(f32x4.mul(v128.load(weight + at), f32x4.splat(keepWeight)), move)
    v128.store(newFirst + at, mean)
    v128.store(newSecond + at, square)
    v128.store(newWeight + at, moved)
    wrong = f32x4.add(wrong, f32x4.mul(moved, f32x4.splat(0)))
  }
  return sumOf(wrong)
}
