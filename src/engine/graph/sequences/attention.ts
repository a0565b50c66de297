import { exponentials } from '../exponentials.ts'
import type { Graph, Value } from '../graph.ts'

interface AttentionOptions {
  readonly heads: number
  /** KV, heads of keys and values; each serves heads / pairs queries. */
  readonly pairs: number
  /** D */
  readonly size: number
  /** Name of Q, the size. */
  readonly length: string
}

/** softmax(q kᵀ / √D + mask) v with q [B, heads, Q, D], k and v [B, pairs, T, D], mask [B or 1, 1, Q, T] → as q. */
export type Attention = (
  operands: { readonly q: Value; readonly k: Value; readonly v: Value },
  mask: Value,
  options: AttentionOptions,
) => Value

/**
 * Attention that knows how its gradient flows: through its weights, which it keeps. Only their mixture is divided by their
 * sum, as it is smaller.
 */
export function attention(graph: Graph): Attention {
  const { node, integers, record, sized } = graph
  const times = (a: Value, b: Value, attributes = {}) => node('com.microsoft.FusedMatMul', [a, b], attributes)
  const div = (a: Value, b: Value) => node('Div', [a, b])

  return ({ q, k, v }, mask, { heads, pairs, size, length }) => {
    const group = heads / pairs
    const alpha = { float: 1 / Math.sqrt(size) }
    /* Queries that share keys are rows of one product: [B, pairs, group · Q, ..]. */
    const grouped = (of: Value, last: number) =>
      group === 1 ? of : node('Reshape', [of, integers([0, pairs, -1, last])])
    const apart = (of: Value, last: number) =>
      group === 1 ? of : node('Reshape', [of, integers([0, heads, -1, last])])
    const queries = grouped(q, size)
    const scores = node('Add', [apart(times(queries, k, { transB: 1, alpha }), 0), mask])
    const { exps, sum } = exponentials(graph, scores, null)
    const weights = grouped(sized(exps, ['B', heads, length, 'T']), 0)
    const total = grouped(sized(sum, ['B', heads, length, 1]), 1)
    const mixed = sized(div(times(weights, v), total), ['B', pairs, group === 1 ? length : `${group}*${length}`, size])
    return record(apart(mixed, size), [q, k, v], gradient => {
      const shares = div(grouped(gradient, size), total)
      const level = node('ReduceSum', [node('Mul', [shares, mixed]), integers([-1])], { keepdims: 1 })
      const scoreGradients = node('Mul', [weights, node('Sub', [times(shares, v, { transB: 1 }), level])])
      return [
        apart(times(scoreGradients, k, { alpha }), size),
        times(scoreGradients, queries, { transA: 1, alpha }),
        times(weights, shares, { transA: 1 }),
      ]
    })
  }
}
