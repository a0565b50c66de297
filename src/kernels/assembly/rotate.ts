/**
 * Turns heads by the positions of their rows, each head's halves against each other: (a, b) → (a cos − b sin, b cos + a sin).
 *
 * @param rows of `width` numbers each; their first `heads` heads of `size` are turned, in place.
 * @param positions of each row, int32.
 * @param table of each position its cosines [size / 2] and then its sines [size / 2].
 */
export function rotate(
  rows: usize,
  width: i32,
  count: i32,
  heads: i32,
  size: i32,
  positions: usize,
  table: usize,
): void {
  const half = (<usize>size) << 1
  const quads = half & ~15
  for (let row = 0; row < count; row += 1) {
    const cos = table + <usize>load<i32>(positions + ((<usize>row) << 2)) * half * 2
    const sin = cos + half
    let head = rows + ((<usize>(row * width)) << 2)
    for (let index = 0; index < heads; index += 1) {
      for (let at: usize = 0; at < quads; at += 16) {
        const a = v128.load(head + at)
        const b = v128.load(head + half + at)
        const c = v128.load(cos + at)
        const s = v128.load(sin + at)
        v128.store(head + at, f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, s)))
        v128.store(head + half + at, f32x4.add(f32x4.mul(b, c), f32x4.mul(a, s)))
      }
      for (let at = quads; at < half; at += 4) {
        const a = load<f32>(head + at)
        const b = load<f32>(head + half + at)
        const c = load<f32>(cos + at)
        const s = load<f32>(sin + at)
        store<f32>(head + at, a * c - b * s)
        store<f32>(head + half + at, b * c + a * s)
      }
      head += half << 1
    }
  }
}
