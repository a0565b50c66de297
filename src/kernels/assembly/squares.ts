import { sumOf } from './lanes'

/** Sum of the squares of `count` numbers at `values`, a multiple of 16. */
export function squares(values: usize, count: usize): f32 {
  let a = f32x4.splat(0)
  let b = f32x4.splat(0)
  let c = f32x4.splat(0)
  let d = f32x4.splat(0)
  const end = values + (count << 2)
  for (let at = values; at < end; at += 64) {
    const p = v128.load(at)
    const q = v128.load(at, 16)
    const r = v128.load(at, 32)
    const s = v128.load(at, 48)
    a = f32x4.add(a, f32x4.mul(p, p))
    b = f32x4.add(b, f32x4.mul(q, q))
    c = f32x4.add(c, f32x4.mul(r, r))
    d = f32x4.add(d, f32x4.mul(s, s))
  }
  return sumOf(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)))
}
