import { layerSizes, type NetworkState } from '../../contracts/models/network.ts'
import type { GraphFile } from './onnx-file.ts'
import { nth } from '../../math/nth.ts'

/**
 * A feed-forward network with its weights inside, so that the engine can lay them out for its kernels once.
 * Input rows [N, inputs], output outputs [N, outputs].
 */
export function networkGraph(state: NetworkState): GraphFile {
  const sizes = layerSizes(state)
  const last = sizes.length - 1
  const name = (index: number): string => (index < 0 ? 'rows' : index === last ? 'outputs' : `hidden${index}`)
  return {
    name: 'network',
    inputs: [{ name: 'rows', type: 'float32', shape: ['N', state.inputs] }],
    outputs: [{ name: 'outputs', type: 'float32' }],
    constants: state.layers.flatMap(({ weight, bias }, index) => [
      { name: `weight${index}`, shape: nth(sizes, index), data: weight },
      { name: `bias${index}`, shape: [bias.length], data: bias },
    ]),
    nodes: sizes.flatMap((_, index) => {
      const sum = index === last ? name(index) : `sum${index}`
      const inputs = [name(index - 1), `weight${index}`, `bias${index}`]
      const product = { operator: 'Gemm', inputs, outputs: [sum], attributes: {} }
      const rectified = { operator: 'Relu', inputs: [sum], outputs: [name(index)], attributes: {} }
      return index === last ? [product] : [product, rectified]
    }),
  }
}
