import type { Graph, Value } from './graph.ts'

interface ProductOptions {
  /** [outputs, inputs] */
  readonly shape: readonly [number, number]
  /** Whether no bit of a row depends on the number of rows and threads. */
  readonly steady: boolean
  /** Added: [outputs] or [rows, outputs]. */
  readonly plus: Value | undefined
}

/**
 * x Wᵀ of x [rows, inputs] and W [outputs, inputs].
 *
 * ONNX Runtime adds in blocks of at least 128 inputs (256 for at most 64 outputs), but in which depends on the number of
 * rows and threads: a steady product is asked for in such blocks, each added to those before.
 */
export function product({ node, integers }: Graph, x: Value, weight: Value, options: ProductOptions): Value {
  const { shape, steady, plus } = options
  const [outputs, inputs] = shape
  const times = (a: Value, b: Value, sum: Value | undefined) =>
    node('Gemm', sum === undefined ? [a, b] : [a, b, sum], { transB: 1 })
  const block = outputs <= 64 ? 256 : 128
  if (!steady || inputs <= block) return times(x, weight, plus)
  const part = (of: Value, start: number) =>
    node('Slice', [of, integers([start]), integers([Math.min(start + block, inputs)]), integers([-1])])
  const first = times(part(x, 0), part(weight, 0), plus)
  const starts = Array.from({ length: Math.ceil(inputs / block) - 1 }, (_, index) => (index + 1) * block)
  return starts.reduce((sum, start) => times(part(x, start), part(weight, start), sum), first)
}
