import { nth } from '../../../math/nth.ts'
import type { Graph, Value } from '../graph.ts'

interface Sizes {
  readonly heads: number
  /** Heads of keys and values; each serves heads / pairs queries. */
  readonly pairs: number
  /** D */
  readonly size: number
}

/** Keys of B sequences, L of each, and the Q tokens of each that see some of them. Shapes are int64 [5]. */
export interface Block {
  /** [B or 1, Q, L], added to scores. */
  readonly mask: Value
  /** Names of B, Q and L, the sizes. */
  readonly sizes: readonly [number | string, string, string]
  /** [pairs, 1, B, L, D] */
  readonly keys: Value
  /** [pairs, heads / pairs, B, Q, D] */
  readonly queries: Value
  /** [pairs, heads / pairs, B, Q, 1] */
  readonly column: Value
}

interface Operands {
  /** [1, heads, N, D], or without `prefix` the branches' Q tokens alone. */
  readonly q: Value
  /** [1, pairs, N, D]: the P tokens of the prefix, then those of the branches. */
  readonly k: Value
  readonly v: Value
}

interface Blocks {
  /** int64 [1]: P */
  readonly length: Value
  /** Of the prefix among itself; `null` if none of its tokens attends. */
  readonly prefix: Block | null
  /** Of each branch among itself; all see the whole prefix, too. */
  readonly branches: Block
}

/** Attention of sequences that begin alike, with what is common there once → as q. */
type PrefixAttention = (operands: Operands, blocks: Blocks) => Value

/** Keys and values that some queries see. Queries and mixtures are rows [pairs, R, ..], weights lie as the keys have it. */
interface Seen {
  /** Sizes of weights. */
  readonly sizes: readonly (number | string)[]
  readonly scores: (queries: Value) => Value
  /** A column [pairs, R, 1] beside weights. */
  readonly beside: (column: Value) => Value
  readonly mixed: (weights: Value) => Value
  /** From the gradients of a mixture to those of the weights. */
  readonly byWeights: (gradient: Value) => Value
  /** From the gradients of scores to those of the queries, without their factor. */
  readonly byQueries: (gradient: Value) => Value
  /** weightsᵀ rows → [1, pairs, T, D] */
  readonly gathered: (weights: Value, rows: Value, factor?: object) => Value
}

export function prefixAttention(graph: Graph, { heads, pairs, size }: Sizes): PrefixAttention {
  const { node, integers, record, sized } = graph
  const group = heads / pairs
  const factor = { alpha: { float: 1 / Math.sqrt(size) } }
  const times = (a: Value, b: Value, attributes = {}) => node('com.microsoft.FusedMatMul', [a, b], attributes)
  const folded = (operator: string, parts: readonly Value[], attributes = {}) =>
    parts.reduce((sum, part) => node(operator, [sum, part], attributes))
  const added = (parts: readonly Value[]) => folded('Add', parts)
  const joined = (parts: readonly Value[]) => folded('Concat', parts, { axis: 2 })
  const reshape = (x: Value, shape: Value | readonly number[]) =>
    node('Reshape', [x, 'name' in shape ? shape : integers(shape)])
  const rowsOf = (x: Value, last = size) => reshape(x, [pairs, -1, last])
  const highest = (x: Value) => node('ReduceMax', [x], { axes: [-1], keepdims: 1 })
  const sumOf = (x: Value) => node('ReduceSum', [x, integers([-1])], { keepdims: 1 })

  /** The prefix, which every row sees. */
  const common = (k: Value, v: Value, rows: string): Seen => ({
    sizes: [pairs, rows, 'P'],
    scores: queries => times(queries, k, { ...factor, transB: 1 }),
    beside: column => column,
    mixed: weights => times(weights, v),
    byWeights: gradient => times(gradient, v, { transB: 1 }),
    byQueries: gradient => times(gradient, k, factor),
    gathered: (weights, rows, by = {}) => reshape(times(weights, rows, { ...by, transA: 1 }), [1, pairs, -1, size]),
  })

  /** Sequences, whose rows see their own. */
  const own = (of: Value, values: Value, { mask, sizes, keys, queries, column }: Block): Seen => {
    const [k, v] = [reshape(of, keys), reshape(values, keys)]
    const each = (rows: Value) => reshape(rows, queries)
    return {
      sizes: [pairs, group, ...sizes],
      scores: rows => node('Add', [times(each(rows), k, { ...factor, transB: 1 }), mask]),
      beside: rows => reshape(rows, column),
      mixed: weights => rowsOf(times(weights, v)),
      byWeights: gradient => times(each(gradient), v, { transB: 1 }),
      byQueries: gradient => rowsOf(times(gradient, k, factor)),
      gathered: (weights, rows, by = {}) => {
        const byHead = times(weights, each(rows), { ...by, transA: 1 })
        const sum = group === 1 ? byHead : node('ReduceSum', [byHead, integers([1])], { keepdims: 1 })
        return reshape(sum, [1, pairs, -1, size])
      },
    }
  }

  /** Softmax over all that is seen, and how its gradient flows to queries, and to keys and values of each. */
  function mixtureOf(queries: Value, seen: readonly Seen[], rows: string) {
    const scores = seen.map(part => part.scores(queries))
    const tops = scores.map(each => rowsOf(highest(each), 1))
    const top = folded('Max', tops)
    const weights = seen.map(({ beside, sizes }, index) =>
      sized(node('Exp', [node('Sub', [nth(scores, index), beside(top)])]), sizes),
    )
    const total = added(weights.map(each => rowsOf(sumOf(each), 1)))
    sized(total, [pairs, rows, 1])
    const mixed = node('Div', [added(seen.map((part, index) => part.mixed(nth(weights, index)))), total])
    sized(mixed, [pairs, rows, size])
    const back = (gradient: Value) => {
      const shares = node('Div', [gradient, total])
      const level = sumOf(node('Mul', [shares, mixed]))
      const byScores = seen.map((part, index) =>
        node('Mul', [nth(weights, index), node('Sub', [part.byWeights(shares), part.beside(level)])]),
      )
      return {
        queries: added(seen.map((part, index) => part.byQueries(nth(byScores, index)))),
        keys: seen.map((part, index) => part.gathered(nth(byScores, index), queries, factor)),
        values: seen.map((part, index) => part.gathered(nth(weights, index), shares)),
      }
    }
    return { mixed, back }
  }

  return ({ q, k, v }, { length, prefix, branches }) => {
    const end = integers([Number.MAX_SAFE_INTEGER])
    const first = (x: Value, of = heads) =>
      sized(node('Slice', [x, integers([0]), length, integers([2])]), [1, of, 'P', size])
    const rest = (x: Value, of = heads) => sized(node('Slice', [x, length, end, integers([2])]), [1, of, 'B*L', size])
    const whole = (rows: Value) => reshape(rows, [1, heads, -1, size])
    const sizeOf = ({ sizes: [count, each] }: Block) => `${group}*${count}*${each}`
    const [firstKeys, firstValues] = [first(k, pairs), first(v, pairs)]
    const onPrefix = common(rowsOf(firstKeys), rowsOf(firstValues), sizeOf(branches))
    const onOwn = own(rest(k, pairs), rest(v, pairs), branches)
    const inBranches = mixtureOf(rowsOf(prefix === null ? q : rest(q)), [onPrefix, onOwn], sizeOf(branches))
    const inPrefix =
      prefix === null ? null : mixtureOf(rowsOf(first(q)), [own(firstKeys, firstValues, prefix)], sizeOf(prefix))
    const result = joined([...(inPrefix === null ? [] : [whole(inPrefix.mixed)]), whole(inBranches.mixed)])

    return record(result, [q, k, v], gradient => {
      const late = inBranches.back(rowsOf(prefix === null ? gradient : rest(gradient)))
      const early = inPrefix?.back(rowsOf(first(gradient)))
      const both = (of: 'keys' | 'values') =>
        joined([added([...(early?.[of] ?? []), nth(late[of], 0)]), nth(late[of], 1)])
      return [
        joined([...(early === undefined ? [] : [whole(early.queries)]), whole(late.queries)]),
        both('keys'),
        both('values'),
      ]
    })
  }
}
