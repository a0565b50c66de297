/** The differentiable operations a decoder is made of; each says how its gradient flows back. */
import type { Graph, Value } from './graph.ts'

export interface Linear {
  readonly weight: Value
  readonly bias?: Value
  /** [outputs, inputs] */
  readonly shape: readonly [number, number]
}

export interface Angles {
  /** [B, T] int64 */
  readonly positions: Value
  /** [positions, size / 2] each. */
  readonly cos: Value
  readonly sin: Value
}

export interface Operations {
  readonly add: (a: Value, b: Value) => Value
  /** x [.., inputs] with weight [outputs, inputs] and bias [outputs] → [.., outputs]. */
  readonly linear: (x: Value, layer: Linear) => Value
  /** x [.., size] / √(mean x² + epsilon) · weight [size]. */
  readonly rmsNorm: (x: Value, weight: Value, size: number, epsilon: number) => Value
  /** gate · σ(gate) · up, elementwise. */
  readonly swiglu: (gate: Value, up: Value) => Value
  /** To `shape`, where 0 keeps a size and −1 is what remains; `back` is the shape to return to. */
  readonly reshape: (x: Value, shape: readonly number[], back: readonly number[]) => Value
  readonly transpose: (x: Value, order: readonly number[]) => Value
  /** x [B, T, heads · size] turned by its positions, each head's halves against each other. */
  readonly rotate: (x: Value, angles: Angles, heads: number) => Value
  /** softmax(q kᵀ · scale + mask) v with q [B, H, M, D], k and v [B, H, C, D], mask [B or 1, 1, M, C]. */
  readonly attention: (
    operands: { readonly q: Value; readonly k: Value; readonly v: Value },
    mask: Value,
    scale: number,
  ) => Value
  /** Rows `rows` of x [B, T, size] → [U, size]; `back()` [B, T] is each row's place among the picked ones, or U. */
  readonly pick: (x: Value, size: number, rows: Value, back: () => Value) => Value
  /** Along the last axis of [U, V]. */
  readonly logSoftmax: (x: Value) => Value
}

export function operations(graph: Graph): Operations {
  const { node, floats, integers, record } = graph
  const multiply = (a: Value, b: Value) => node('Mul', [a, b])
  const matmul = (a: Value, b: Value) => node('MatMul', [a, b])
  const flat = (x: Value, size: number) => node('Reshape', [x, integers([-1, size])])
  const transposed = (x: Value) => node('Transpose', [x], { perm: [1, 0] })
  const turned = (x: Value) => node('Transpose', [x], { perm: [0, 1, 3, 2] })
  const sumRows = (x: Value) => node('ReduceSum', [x, integers([0])], { keepdims: 0 })
  const sumLast = (x: Value) => node('ReduceSum', [x, integers([-1])], { keepdims: 1 })
  const meanLast = (x: Value) => node('ReduceMean', [x], { axes: [-1], keepdims: 1 })

  return {
    add: (a, b) => record(node('Add', [a, b]), [a, b], gradient => [gradient, gradient]),

    linear: (x, { weight, bias, shape }) => {
      const product = steadyProduct(x, weight, shape)
      const result = bias === undefined ? product : node('Add', [product, bias])
      return record(result, bias === undefined ? [x, weight] : [x, weight, bias], gradient => {
        const rows = flattened(gradient)
        const slope = node('Gemm', [rows, flattened(x)], { transA: 1 })
        return [matmul(gradient, weight), slope, ...(bias === undefined ? [] : [sumRows(rows)])]
      })
    },

    rmsNorm: (x, weight, size, epsilon) => {
      const root = node('Sqrt', [node('Add', [meanLast(multiply(x, x)), floats([epsilon])])])
      const unit = node('Div', [x, root])
      return record(multiply(unit, weight), [x, weight], gradient => {
        const inner = multiply(gradient, weight)
        const along = multiply(unit, meanLast(multiply(inner, unit)))
        return [node('Div', [node('Sub', [inner, along]), root]), sumRows(flat(multiply(gradient, unit), size))]
      })
    },

    swiglu: (gate, up) => {
      const sigmoid = node('Sigmoid', [gate])
      const silu = multiply(gate, sigmoid)
      return record(multiply(silu, up), [gate, up], gradient => {
        const slope = node('Add', [sigmoid, node('Sub', [silu, multiply(silu, sigmoid)])])
        return [multiply(multiply(gradient, up), slope), multiply(gradient, silu)]
      })
    },

    reshape: (x, shape, back) =>
      record(node('Reshape', [x, integers(shape)]), [x], gradient => [node('Reshape', [gradient, integers(back)])]),

    transpose: (x, order) => {
      const inverse = order.map((_, axis) => order.indexOf(axis))
      return record(node('Transpose', [x], { perm: order }), [x], gradient => [
        node('Transpose', [gradient], { perm: inverse }),
      ])
    },

    rotate: (x, { positions, cos, sin }, heads) => {
      const turn = (of: Value, by: Value) =>
        node('com.microsoft.RotaryEmbedding', [of, positions, cos, by], { num_heads: heads })
      return record(turn(x, sin), [x], gradient => [turn(gradient, node('Neg', [sin]))])
    },

    attention: ({ q, k, v }, mask, scale) => {
      const factor = floats([scale])
      const scaled = multiply(q, factor)
      const scores = node('Add', [matmul(scaled, turned(k)), mask])
      const shares = node('Softmax', [floored(graph, scores)], { axis: -1 })
      const result = matmul(shares, v)
      return record(result, [q, k, v], gradient => {
        const pull = node('Sub', [matmul(gradient, turned(v)), sumLast(multiply(gradient, result))])
        const slope = multiply(shares, pull)
        return [
          multiply(matmul(slope, k), factor),
          turned(matmul(turned(scaled), slope)),
          turned(matmul(turned(gradient), shares)),
        ]
      })
    },

    pick: (x, size, rows, back) =>
      record(node('Gather', [flat(x, size), rows], { axis: 0 }), [x], gradient => {
        const padded = node('Concat', [gradient, floats(new Float32Array(size), [1, size])], { axis: 0 })
        return [node('Gather', [padded, back()], { axis: 0 })]
      }),

    logSoftmax: x => {
      const result = node('LogSoftmax', [x], { axis: -1 })
      return record(result, [x], gradient => [
        node('Sub', [gradient, multiply(node('Exp', [result]), sumLast(gradient))]),
      ])
    },
  }

  /**
   * x Wᵀ, added up in an order that depends on the shape of W alone. ONNX Runtime's matrix product adds in blocks of
   * at least 128 inputs (256 for at most 64 outputs), but in which depends on the number of rows and threads.
   */
  function steadyProduct(x: Value, weight: Value, [outputs, inputs]: readonly [number, number]): Value {
    const block = outputs <= 64 ? 256 : 128
    const starts = Array.from({ length: Math.ceil(inputs / block) }, (_, index) => index * block)
    if (starts.length === 1) return matmul(x, transposed(weight))
    const part = (of: Value, start: number) =>
      node('Slice', [of, integers([start]), integers([Math.min(start + block, inputs)]), integers([-1])])
    return starts
      .map(start => matmul(part(x, start), transposed(part(weight, start))))
      .reduce((sum, product) => node('Add', [sum, product]))
  }

  /** [.., size] → [rows, size]. */
  function flattened(x: Value): Value {
    return node('Flatten', [x], { axis: -1 })
  }
}

/**
 * Scores no lower than 60 below the largest of their row, where a share is 1e-26: the exponential of less comes near
 * what float32 can hold, and costs the processor seven times as much. Measured: 0.6 against 3.3 ns a score.
 */
function floored({ node, floats }: Graph, scores: Value): Value {
  const largest = node('ReduceMax', [scores], { axes: [-1], keepdims: 1 })
  return node('Max', [scores, node('Sub', [largest, floats([60])])])
}
