import { blockBytes, headIn, pageLength } from './pages'

/**
 * Adds up weight · value over the first `before` tokens of one list of pages and the first `after` of another, and multiplies by
 * `scale`: out [size]. Every other token goes to a second sum, so that the processor does two at a time.
 */
export function weigh(
  weights: usize,
  first: usize,
  before: i32,
  second: usize,
  after: i32,
  layer: usize,
  head: i32,
  size: i32,
  scale: f32,
  out: usize,
): void {
  const bytes = (<usize>size) << 2
  const further = weights + ((<usize>before) << 2)
  const scales = f32x4.splat(scale)
  let from: usize = 0
  for (; from + 64 <= bytes; from += 64) {
    let a = f32x4.splat(0)
    let b = f32x4.splat(0)
    let c = f32x4.splat(0)
    let d = f32x4.splat(0)
    let e = f32x4.splat(0)
    let f = f32x4.splat(0)
    let g = f32x4.splat(0)
    let h = f32x4.splat(0)
    for (let part = 0; part < 2; part += 1) {
      const list = part === 0 ? first : second
      const count = part === 0 ? before : after
      let weight = part === 0 ? weights : further
      for (let token = 0; token < count; token += pageLength) {
        const left = min(pageLength, count - token)
        let value = headIn(list, token / pageLength, layer, head, size) + blockBytes(size) + from
        const pairs = value + <usize>(left & ~1) * bytes
        while (value < pairs) {
          const even = v128.load32_splat(weight)
          a = f32x4.add(a, f32x4.mul(even, v128.load(value)))
          b = f32x4.add(b, f32x4.mul(even, v128.load(value, 16)))
          c = f32x4.add(c, f32x4.mul(even, v128.load(value, 32)))
          d = f32x4.add(d, f32x4.mul(even, v128.load(value, 48)))
          value += bytes
          const odd = v128.load32_splat(weight, 4)
          e = f32x4.add(e, f32x4.mul(odd, v128.load(value)))
          f = f32x4.add(f, f32x4.mul(odd, v128.load(value, 16)))
          g = f32x4.add(g, f32x4.mul(odd, v128.load(value, 32)))
          h = f32x4.add(h, f32x4.mul(odd, v128.load(value, 48)))
          value += bytes
          weight += 8
        }
        if (left & 1) {
          const even = v128.load32_splat(weight)
          a = f32x4.add(a, f32x4.mul(even, v128.load(value)))
          b = f32x4.add(b, f32x4.mul(even, v128.load(value, 16)))
          c = f32x4.add(c, f32x4.mul(even, v128.load(value, 32)))
          d = f32x4.add(d, f32x4.mul(even, v128.load(value, 48)))
        }
      }
      if (part === 0 && before & 1) {
        /* The first of the second list is an odd one. */
        const i = a
        const j = b
        const k = c
        const l = d
        a = e
        b = f
        c = g
        d = h
        e = i
        f = j
        g = k
        h = l
      }
    }
    v128.store(out + from, f32x4.mul(f32x4.add(a, e), scales))
    v128.store(out + from, f32x4.mul(f32x4.add(b, f), scales), 16)
    v128.store(out + from, f32x4.mul(f32x4.add(c, g), scales), 32)
    v128.store(out + from, f32x4.mul(f32x4.add(d, h), scales), 48)
  }
  for (; from < bytes; from += 4) {
    const sum = weighOne(0, weights, first, before, layer, head, size, from)
    store<f32>(out + from, scale * weighOne(sum, further, second, after, layer, head, size, from))
  }
}

/** The same of one number of each value, on top of a sum. */
function weighOne(
  sum: f32,
  weights: usize,
  list: usize,
  count: i32,
  layer: usize,
  head: i32,
  size: i32,
  from: usize,
): f32 {
  const bytes = (<usize>size) << 2
  for (let token = 0; token < count; token += 1) {
    const block = headIn(list, token / pageLength, layer, head, size) + blockBytes(size)
    sum += load<f32>(weights + ((<usize>token) << 2)) * load<f32>(block + <usize>(token % pageLength) * bytes + from)
  }
  return sum
}
