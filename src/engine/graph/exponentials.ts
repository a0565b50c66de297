import type { Graph, Value } from './graph.ts'

interface Exponentials {
  /** x less the largest of its row, at most 0. */
  readonly shifted: Value
  /** eˣ of these. */
  readonly exps: Value
  /** The sum of each row's, [.., 1], at least 1. */
  readonly sum: Value
}

/**
 * The parts of a softmax over the last axis, exps / sum. Softmax and LogSoftmax of ONNX Runtime have no place in a graph:
 * they add up in an order that depends on the processor's instruction set. ReduceSum does not, yet its order depends on
 * where a row begins in memory: rows are filled up with zeros to a multiple of 16.
 *
 * @param size of the last axis of x [rows, size]; `null` for a multiple of 16 and any number of axes.
 */
export function exponentials({ node, integers }: Graph, x: Value, size: number | null): Exponentials {
  const shifted = node('Sub', [x, node('ReduceMax', [x], { axes: [-1], keepdims: 1 })])
  const exps = node('Exp', [shifted])
  const missing = size === null ? 0 : -size & 15
  const whole = missing === 0 ? exps : node('Pad', [exps, integers([0, 0, 0, missing])])
  return { shifted, exps, sum: node('ReduceSum', [whole, integers([-1])], { keepdims: 1 }) }
}
