import { networkLayout, rowOutputs } from '../../contracts/models/network-layout.ts'
import type { NetworkShape, NetworkState } from '../../contracts/models/network.ts'
import { lookUp } from '../../math/look-up.ts'
import { nth } from '../../math/nth.ts'
import { cutGraph } from './cut.ts'
import { buildGraph, type Graph, type Value } from './graph.ts'
import { networkLayersOf, type Parameter } from './network-layers.ts'
import type { GraphFile } from './onnx-file.ts'

/** Name of the output that holds the gradient of an input. */
export const gradientOfInput = (input: string): string => `gradient of ${input}`

/**
 * A network with its weights inside, so that the engine can lay them out for its kernels once.
 * Input rows [N, inputs], output outputs [N, members · outputs].
 */
export function networkGraph({ shape, weights }: NetworkState): GraphFile {
  const graph = buildGraph('network')
  const held = new Map(Object.entries(weights))
  const { result } = passOf(graph, shape, (name, sizes) => graph.fixed(lookUp(held, name), sizes))
  graph.output(result, 'outputs', ['N', rowOutputs(shape)])
  return graph.file()
}

/**
 * Both passes of a network whose weights are inputs, since training changes them.
 * Forward: rows [N, inputs] and the weights → outputs [N, members · outputs].
 * Backward, in two parts: the first is the forward pass with all that a second one needs of it; that takes
 * outputGradients [N, members · outputs] too → the gradient of each weight, or that of the rows.
 */
export function networkTrainingGraphs(shape: NetworkShape): {
  readonly forward: GraphFile
  readonly first: GraphFile
  readonly byWeights: GraphFile
  readonly byRows: GraphFile
} {
  const forward = buildGraph('network')
  const inputs =
    (graph: Graph): Parameter =>
    (name, sizes) =>
      graph.input(name, 'float32', sizes)
  forward.output(passOf(forward, shape, inputs(forward)).result, 'outputs', ['N', rowOutputs(shape)])

  const backward = buildGraph('network gradients')
  const { result, parameters } = passOf(backward, shape, inputs(backward))
  backward.output(result, 'outputs', ['N', rowOutputs(shape)])
  const place = backward.size()
  const outputGradients = backward.input('outputGradients', 'float32', ['N', rowOutputs(shape)])
  const gradients = backward.gradients(
    result,
    outputGradients,
    [...parameters.values()].map(({ value }) => value),
  )
  for (const [index, [name, { sizes }]] of [...parameters].entries())
    backward.output(nth(gradients, index), gradientOfInput(name), sizes)
  const whole = backward.file()
  const cutFor = (wanted: (output: string) => boolean) =>
    cutGraph({ ...whole, outputs: whole.outputs.filter(({ name }) => name === 'outputs' || wanted(name)) }, place)
  const ofRows = gradientOfInput('rows')
  /* The gradient of the rows needs nothing of the first part that those of the weights do not need. */
  const { first, second: byWeights } = cutFor(name => name !== ofRows)
  return { forward: forward.file(), first, byWeights, byRows: cutFor(name => name === ofRows).second }
}

type Parameters = ReadonlyMap<string, { readonly value: Value; readonly sizes: readonly (number | string)[] }>

/** @returns the outputs, and rows and weights in the order in which they are used. */
function passOf(
  graph: Graph,
  shape: NetworkShape,
  parameter: Parameter,
): { readonly result: Value; readonly parameters: Parameters } {
  const { convolutions, pixels, linear } = networkLayout(shape)
  const rowSizes = ['N', shape.inputs] as const
  const rows = graph.input('rows', 'float32', rowSizes)
  const parameters = new Map<string, { value: Value; sizes: readonly (number | string)[] }>([
    ['rows', { value: rows, sizes: rowSizes }],
  ])
  const layers = networkLayersOf(graph, shape.members, (name, sizes) => {
    const value = parameter(name, sizes)
    parameters.set(name, { value, sizes })
    return value
  })
  let width = shape.inputs
  let x = rows
  for (const layer of convolutions) {
    x = layers.convolution(x, layer, width)
    width = layer.to[0] * layer.to[1] * layer.to[2]
  }
  const others = shape.inputs - pixels
  if (convolutions.length > 0 && others > 0)
    x = layers.beside(x, layers.rest(rows, pixels, shape.inputs), [width, others])
  return {
    result: layers.byRow(
      linear.reduce((from, layer) => layers.linear(from, layer), x),
      shape.outputs,
    ),
    parameters,
  }
}
