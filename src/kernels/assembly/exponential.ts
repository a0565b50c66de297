/** 1.5 · 2²³: added to a small number it leaves the nearest whole one in the lowest bits. */
const rounding: f32 = 12582912

/**
 * eˣ of numbers up to 0; 0 below −60, so that no share comes near what float32 can just hold, which is slow to compute with.
 * NaN stays NaN. Source: Cephes, expf.c (S. L. Moshier): relative error below 2e-7.
 */
export function exponential(x: v128): v128 {
  const whole = f32x4.add(f32x4.mul(x, f32x4.splat(1.44269504088896341)), f32x4.splat(rounding))
  const n = f32x4.sub(whole, f32x4.splat(rounding))
  const high = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)))
  const r = f32x4.sub(high, f32x4.mul(n, f32x4.splat(-2.1219444e-4)))
  let sum = f32x4.splat(1.98756915e-4)
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.3981999507e-3))
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(8.3334519073e-3))
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(4.1665795894e-2))
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.6666665459e-1))
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(5.0000001201e-1))
  sum = f32x4.add(f32x4.mul(f32x4.mul(r, r), sum), f32x4.add(r, f32x4.splat(1)))
  /* 2ⁿ times: n is added to the exponent, which begins at bit 23. */
  const power = i32x4.add(i32x4.shl(whole, 23), i32x4.splat(0x3f800000))
  return v128.andnot(f32x4.mul(sum, power), f32x4.lt(x, f32x4.splat(-60)))
}
