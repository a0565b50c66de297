import { buildGraph } from './graph.ts'
import type { GraphFile } from './onnx-file.ts'

/**
 * One AdamW step over a row of numbers, in float32; `adamw` of src/math is its plain twin.
 * Inputs: weight, first, second, gradient [P]; and of one number each what does not depend on them, with b1, b2 the
 * betas, c1 = 1 − b1ᵗ, c2 = 1 − b2ᵗ, s the factor of the gradient: keepFirst b1, takeFirst (1 − b1) s, keepSecond b2,
 * takeSecond √(1 − b2) s, floor ε √c2, pace η √c2 / c1, keepWeight 1 − η decay.
 * Outputs: newWeight, newFirst, newSecond [P].
 */
export function adamwGraph(): GraphFile {
  const graph = buildGraph('adamw')
  const { node } = graph
  const row = (name: string) => graph.input(name, 'float32', ['P'])
  const times = (name: string, input: string) => node('Mul', [row(name), one(input)])
  const one = (name: string) => graph.input(name, 'float32', [1])
  const gradient = row('gradient')
  const first = node('Add', [times('first', 'keepFirst'), node('Mul', [gradient, one('takeFirst')])])
  const root = node('Mul', [gradient, one('takeSecond')])
  const second = node('Add', [times('second', 'keepSecond'), node('Mul', [root, root])])
  const size = node('Add', [node('Sqrt', [second]), one('floor')])
  const move = node('Div', [node('Mul', [first, one('pace')]), size])
  const weight = node('Sub', [times('weight', 'keepWeight'), move])
  graph.output(weight, 'newWeight')
  graph.output(first, 'newFirst')
  graph.output(second, 'newSecond')
  return graph.file()
}

/** Input values [P]; output squares [1], the sum of their squares. */
export function squaresGraph(): GraphFile {
  const graph = buildGraph('squares')
  const values = graph.input('values', 'float32', ['P'])
  graph.output(graph.node('ReduceSumSquare', [values], { keepdims: 1 }), 'squares', [1])
  return graph.file()
}
