import type { Random } from './random.ts'

/**
 * A draw from Beta(a, b) as X / (X + Y) of two gamma draws.
 *
 * @param a ≥ 1; `b` too.
 * @returns in [0, 1].
 * @throws {RangeError} if `a` or `b` is below 1 or not finite.
 */
export function drawBeta(a: number, b: number, random: Random): number {
  const x = drawGamma(a, random)
  return x / (x + drawGamma(b, random))
}

/**
 * A draw from Gamma(shape, 1).
 * Source: Marsaglia & Tsang, A simple method for generating gamma variables, ACM TOMS 26 (2000).
 *
 * @param shape ≥ 1, where the method accepts at least 95 % of its tries.
 * @throws {RangeError} if `shape` is below 1 or not finite.
 */
export function drawGamma(shape: number, random: Random): number {
  if (!(shape >= 1 && shape < Infinity)) throw new RangeError(`shape must be in [1, ∞), got ${shape}`)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = random.normal()
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random.uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}
