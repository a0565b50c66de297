import { blockBytes, headIn, pageLength } from './pages'

/**
 * Writes keys and values of new tokens into pages.
 *
 * @param rows of `width` numbers each; from `from` on they have the keys of `heads` heads of `size`, then their values.
 * @param places of each row two int32: where to find the place of its page, and the entry of the page.
 * @param layer place of the layer within a page, bytes.
 */
export function remember(
  rows: usize,
  width: i32,
  from: i32,
  count: i32,
  heads: i32,
  size: i32,
  places: usize,
  layer: usize,
): void {
  const bytes = (<usize>size) << 2
  for (let row = 0; row < count; row += 1) {
    const place = places + ((<usize>row) << 3)
    const entry = <usize>load<i32>(place, 4)
    let keys = rows + ((<usize>(row * width + from)) << 2)
    let values = keys + <usize>heads * bytes
    for (let head = 0; head < heads; head += 1) {
      const block = headIn(<usize>load<u32>(place), 0, layer, head, size)
      let to = block + (entry << 2)
      const value = block + blockBytes(size) + entry * bytes
      for (let at: usize = 0; at < bytes; at += 4) {
        store<f32>(to, load<f32>(keys + at))
        store<f32>(value + at, load<f32>(values + at))
        to += (<usize>pageLength) << 2
      }
      keys += bytes
      values += bytes
    }
  }
}
