/**
 * The differentiable operations of the forward pass over whole sequences; each says how its gradient flows back.
 * N = B · T tokens lie in rows [N, W], except for attention, where heads come before tokens.
 */
import { attention, type Attention } from './attention.ts'
import type { Graph, Value } from '../graph.ts'
import { sliced, product } from '../product.ts'

interface Linear {
  readonly weight: Value
  readonly bias?: Value
  /** [outputs, inputs] */
  readonly shape: readonly [number, number]
}

interface Angles {
  /** [B, T] int64 */
  readonly positions: Value
  /** [positions, size / 2] each. */
  readonly cos: Value
  readonly sin: Value
}

/** Which tokens of each sequence: all, or those from which something is predicted. */
export interface Tokens {
  /** B, or its name. */
  readonly batch: number | string
  /** Names of T and N, the sizes. */
  readonly length: string
  readonly rows: string
  /** int64 [B, T, heads, D] for the heads in question. */
  readonly shape: Value
}

export interface Layers {
  /** x [N, inputs] with weight [outputs, inputs] and either bias [outputs] or a term [N, outputs] → [N, outputs]. */
  readonly linear: (x: Value, layer: Linear, term?: Value) => Value
  /** x times a number. */
  readonly scale: (x: Value, factor: number) => Value
  /** x [N, size] / √(mean x² + epsilon) · weight [size]. */
  readonly rmsNorm: (x: Value, weight: Value, size: number, epsilon: number) => Value
  /** gate · σ(gate) · up, elementwise. */
  readonly swiglu: (gate: Value, up: Value) => Value
  /** x [N, from] cut into rows of another length: [N · from / to, to] or, where rows are joined, [N, to]. */
  readonly reshape: (x: Value, from: number, to: number, rows: string) => Value
  /** x [N, heads · D] → [B, heads, T, D]. */
  readonly split: (x: Value, heads: number, size: number, tokens: Tokens) => Value
  /** x [B, heads, T, D] → [N, heads · D]. */
  readonly join: (x: Value, heads: number, size: number, tokens: Tokens) => Value
  /** x [B, heads, T, D] turned by its positions, each head's halves against each other. */
  readonly rotate: (x: Value, angles: Angles) => Value
  readonly attention: Attention
  /** Rows `rows` of x [N, size] → [U, size]; `back()` [N] is each row's place among the picked ones, or U. */
  readonly pick: (x: Value, size: number, rows: Value, back: () => Value) => Value
}

export interface LayerOptions {
  /** Whether linear layers add up in an order that depends on no number of rows and threads. */
  readonly steady: boolean
  /** Whether what ONNX Runtime computes wrongly outside the processor is spelled out. */
  readonly portable?: boolean
}

export function layersOf(graph: Graph, { steady, portable = false }: LayerOptions): Layers {
  const { node, nodes, floats, integers, record, sized } = graph
  const multiply = (a: Value, b: Value) => node('Mul', [a, b])
  const sumRows = (x: Value) => node('ReduceSum', [x, integers([0])], { keepdims: 0 })
  const swapped = (x: Value) => node('Transpose', [x], { perm: [0, 2, 1, 3] })

  /** 1 / √(mean x² + epsilon): for WebGPU the normalization gives the mean of x in its place. */
  const inverseRoot = (x: Value, epsilon: number): Value => {
    const meanSquare = node('ReduceMean', [multiply(x, x)], { axes: [-1], keepdims: 1 })
    return node('Reciprocal', [node('Sqrt', [node('Add', [meanSquare, floats([epsilon])])])])
  }

  return {
    linear: (x, { weight, bias, shape }, term) => {
      const result = product(graph, x, sliced(graph, weight, shape[1]), { shape, steady, plus: bias ?? term })
      const parameters = [x, weight, ...optional(bias), ...optional(term)]
      return record(result, parameters, gradient => [
        { onto: earlier => node('Gemm', [gradient, weight, ...optional(earlier)]) },
        { onto: earlier => node('Gemm', [gradient, x, ...optional(earlier)], { transA: 1 }) },
        ...(bias === undefined ? [] : [sumRows(gradient)]),
        ...(term === undefined ? [] : [gradient]),
      ])
    },

    scale: (x, factor) => {
      const by = floats([factor])
      return record(multiply(x, by), [x], gradient => [multiply(gradient, by)])
    },

    rmsNorm: (x, weight, size, epsilon) => {
      const attributes = { axis: -1, epsilon: { float: epsilon } }
      const [result, besides] = nodes('SimplifiedLayerNormalization', [x, weight], 2, attributes) as [Value, Value]
      return record(result, [x, weight], gradient => {
        const inverse = portable ? inverseRoot(x, epsilon) : besides
        const weighted = multiply(gradient, x)
        const column = node('Reshape', [weight, integers([-1, 1])])
        const along = node('com.microsoft.FusedMatMul', [weighted, column], { alpha: { float: 1 / size } })
        const pull = multiply(x, multiply(multiply(along, inverse), inverse))
        const byX = multiply(node('Sub', [multiply(gradient, weight), pull]), inverse)
        return [byX, node('MatMul', [node('Reshape', [inverse, integers([-1])]), weighted])]
      })
    },

    swiglu: (gate, up) => {
      const silu = multiply(gate, node('Sigmoid', [gate]))
      const result = multiply(silu, up)
      return record(result, [gate, up], gradient => {
        /* Computed again rather than carried: so ONNX Runtime makes one operator of the first and its product. */
        const sigmoid = node('Sigmoid', [gate])
        /* up · silu′(gate) = up · (σ + silu · (1 − σ)) */
        const derivative = node('Add', [result, multiply(sigmoid, node('Sub', [up, result]))])
        return [multiply(gradient, derivative), multiply(gradient, silu)]
      })
    },

    reshape: (x, from, to, rows) => {
      const result = sized(node('Reshape', [x, integers([-1, to])]), [rows, to])
      return record(result, [x], gradient => [node('Reshape', [gradient, integers([-1, from])])])
    },

    split: (x, heads, size, { batch, length, shape }) => {
      const result = sized(swapped(node('Reshape', [x, shape])), [batch, heads, length, size])
      return record(result, [x], gradient => [node('Reshape', [swapped(gradient), integers([-1, heads * size])])])
    },

    join: (x, heads, size, { batch, length, rows, shape }) => {
      const byToken = sized(swapped(x), [batch, length, heads, size])
      const result = sized(node('Reshape', [byToken, integers([-1, heads * size])]), [rows, heads * size])
      return record(result, [x], gradient => [swapped(node('Reshape', [gradient, shape]))])
    },

    rotate: (x, { positions, cos, sin }) => {
      const rotated = (of: Value, by: Value) => node('com.microsoft.RotaryEmbedding', [of, positions, cos, by])
      return record(rotated(x, sin), [x], gradient => [rotated(gradient, node('Neg', [sin]))])
    },

    attention: attention(graph),

    pick: (x, size, rows, back) =>
      record(node('Gather', [x, rows], { axis: 0 }), [x], gradient => {
        const padded = node('Concat', [gradient, floats(new Float32Array(size), [1, size])], { axis: 0 })
        return [node('Gather', [padded, back()], { axis: 0 })]
      }),
  }
}

const optional = (value: Value | undefined): readonly Value[] => (value === undefined ? [] : [value])
