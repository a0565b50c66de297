import { headIn, pageLength } from './pages'

/** Scores q · k of the first `count` tokens of a list of pages, and some numbers behind them. */
export function compare(q: usize, list: usize, count: i32, layer: usize, head: i32, size: i32, scores: usize): void {
  const end = q + ((<usize>size) << 2)
  const quads = q + (((<usize>size) << 2) & ~15)
  const pages = (count + pageLength - 1) / pageLength
  for (let page = 0; page < pages; page += 1) {
    let keys = headIn(list, page, layer, head, size)
    let a = f32x4.splat(0)
    let b = f32x4.splat(0)
    let at = q
    for (; at < quads; at += 16) {
      const first = v128.load32_splat(at)
      const second = v128.load32_splat(at, 4)
      const third = v128.load32_splat(at, 8)
      const fourth = v128.load32_splat(at, 12)
      a = f32x4.add(a, f32x4.mul(first, v128.load(keys)))
      b = f32x4.add(b, f32x4.mul(first, v128.load(keys, 16)))
      a = f32x4.add(a, f32x4.mul(second, v128.load(keys, 32)))
      b = f32x4.add(b, f32x4.mul(second, v128.load(keys, 48)))
      a = f32x4.add(a, f32x4.mul(third, v128.load(keys, 64)))
      b = f32x4.add(b, f32x4.mul(third, v128.load(keys, 80)))
      a = f32x4.add(a, f32x4.mul(fourth, v128.load(keys, 96)))
      b = f32x4.add(b, f32x4.mul(fourth, v128.load(keys, 112)))
      keys += 128
    }
    for (; at < end; at += 4) {
      const each = v128.load32_splat(at)
      a = f32x4.add(a, f32x4.mul(each, v128.load(keys)))
      b = f32x4.add(b, f32x4.mul(each, v128.load(keys, 16)))
      keys += 32
    }
    v128.store(scores, a)
    v128.store(scores, b, 16)
    scores += 32
  }
}
