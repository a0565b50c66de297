import type { Graph, Value } from './graph.ts'

interface ProductOptions {
  /** [outputs, inputs] */
  readonly shape: readonly [number, number]
  /** Whether no bit of a row depends on the number of rows and threads. */
  readonly steady: boolean
  /** Added: [outputs] or [rows, outputs]. */
  readonly plus: Value | undefined
  /** The product's factor, by default 1. */
  readonly alpha?: number
}

/** The columns [start, end) of a matrix. */
export type Columns = (start: number, end: number) => Value

/**
 * x Wᵀ of x [rows, inputs] and W [outputs, inputs].
 *
 * ONNX Runtime adds in blocks of at least 128 inputs (256 for at most 64 outputs), but in which depends on the number of
 * rows and threads: a steady product is asked for in such blocks, each added to those before. It is so of at least two rows, and of a single
 * one as well where `alpha` is not 1: else that goes another road.
 */
export function product(graph: Graph, x: Value, columns: Columns, options: ProductOptions): Value {
  const { shape, steady, plus, alpha = 1 } = options
  const [outputs, inputs] = shape
  const block = steady ? (outputs <= 64 ? 256 : 128) : inputs
  const rows = sliced(graph, x, inputs)
  const times = (start: number, sum: Value | undefined) => {
    const end = Math.min(start + block, inputs)
    const factors = [rows(start, end), columns(start, end)]
    const attributes = { transB: 1, alpha: { float: alpha } }
    return graph.node('Gemm', sum === undefined ? factors : [...factors, sum], attributes)
  }
  const further = Array.from({ length: Math.ceil(inputs / block) - 1 }, (_, index) => (index + 1) * block)
  return further.reduce((sum, start) => times(start, sum), times(0, plus))
}

/** Those of a value with so many columns. */
export const sliced =
  ({ node, integers }: Graph, of: Value, count: number): Columns =>
  (start, end) =>
    end - start === count ? of : node('Slice', [of, integers([start]), integers([end]), integers([-1])])
