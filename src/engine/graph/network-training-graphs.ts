import { layerSizes, type NetworkState } from '../../contracts/models/network.ts'
import { buildGraph, type Graph, type Value } from './graph.ts'
import type { GraphFile } from './onnx-file.ts'
import { lastOf } from '../../math/last-of.ts'
import { nth } from '../../math/nth.ts'

/** Names of the weight and the bias of a layer, as inputs of the graphs. */
export const weightOf = (layer: number): string => `weight${layer}`
export const biasOf = (layer: number): string => `bias${layer}`
/** Name of the output that holds the gradient of an input. */
export const gradientOfInput = (input: string): string => `gradient of ${input}`

/**
 * Both passes of a feed-forward network whose weights are inputs, since training changes them.
 * Forward: rows [N, inputs] and the weights → outputs [N, outputs].
 * Backward: those and outputGradients [N, outputs] → the gradient of each of them; it computes the forward pass again.
 */
export function networkTrainingGraphs(state: NetworkState): {
  readonly forward: GraphFile
  readonly backward: GraphFile
} {
  const forward = buildGraph('network')
  forward.output(passOf(forward, state).result, 'outputs')
  const backward = buildGraph('network gradients')
  const { result, parameters } = passOf(backward, state)
  const outputGradients = backward.input('outputGradients', 'float32', ['N', lastOf(layerSizes(state))[1]])
  const gradients = backward.gradients(result, outputGradients, parameters)
  parameters.forEach(({ name }, index) => backward.output(nth(gradients, index), gradientOfInput(name)))
  return { forward: forward.file(), backward: backward.file() }
}

function passOf(graph: Graph, state: NetworkState): { readonly result: Value; readonly parameters: readonly Value[] } {
  const rows = graph.input('rows', 'float32', ['N', state.inputs])
  const parameters = [rows]
  const sizes = layerSizes(state)
  const result = sizes.reduce<Value>((x, [inputs, outputs], layer) => {
    const weight = graph.input(weightOf(layer), 'float32', [inputs, outputs])
    const bias = graph.input(biasOf(layer), 'float32', [outputs])
    parameters.push(weight, bias)
    const sum = linear(graph, x, weight, bias)
    return layer === sizes.length - 1 ? sum : rectified(graph, sum)
  }, rows)
  return { result, parameters }
}

/** x W + b. */
const linear = ({ node, record, integers }: Graph, x: Value, weight: Value, bias: Value): Value =>
  record(node('Gemm', [x, weight, bias]), [x, weight, bias], gradient => [
    node('Gemm', [gradient, weight], { transB: 1 }),
    node('Gemm', [x, gradient], { transA: 1 }),
    node('ReduceSum', [gradient, integers([0])], { keepdims: 0 }),
  ])

/** max(0, x), whose gradient is 0 at 0. */
const rectified = ({ node, record }: Graph, x: Value): Value => {
  const result = node('Relu', [x])
  return record(result, [x], gradient => [node('Mul', [gradient, node('Sign', [result])])])
}
