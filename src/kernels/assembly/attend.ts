import { unnormalizedSoftmax } from './unnormalized-softmax'
import { weigh } from './weigh'
import { compare } from './compare'

/**
 * softmax(q kᵀ) v of each query and head over the tokens that the query sees, in their order. The result depends neither on the
 * other queries nor on how the tokens are divided among pages.
 *
 * @param queries of each five int32: its row; the list of pages whose first tokens it sees, and how many; another such list
 * and how many.
 * @param rows of `width` numbers each, the heads of the query first.
 * @param pairs heads of keys; each serves heads / pairs queries that follow each other.
 * @param layer place of the layer within a page, bytes.
 * @param scores room for a number for each token that a query sees, and 16 more.
 * @param out [count, heads · size]
 */
export function attend(
  queries: usize,
  count: i32,
  rows: usize,
  width: i32,
  heads: i32,
  pairs: i32,
  size: i32,
  layer: usize,
  scores: usize,
  out: usize,
): void {
  const group = heads / pairs
  const bytes = (<usize>size) << 2
  for (let index = 0; index < count; index += 1) {
    const query = queries + <usize>index * 20
    const first = <usize>load<u32>(query, 4)
    const before = load<i32>(query, 8)
    const second = <usize>load<u32>(query, 12)
    const after = load<i32>(query, 16)
    let q = rows + ((<usize>(load<i32>(query) * width)) << 2)
    for (let head = 0; head < heads; head += 1) {
      const pair = head / group
      compare(q, first, before, layer, pair, size, scores)
      compare(q, second, after, layer, pair, size, scores + ((<usize>before) << 2))
      const total = unnormalizedSoftmax(scores, before + after)
      weigh(scores, first, before, second, after, layer, pair, size, 1 / total, out)
      q += bytes
      out += bytes
    }
  }
}
