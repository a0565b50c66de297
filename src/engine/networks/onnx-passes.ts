/** Both passes of a network on ONNX Runtime. */
import { types } from 'node:util'
import { encodeGraph } from '../graph/onnx-file.ts'
import { biasOf, gradientOfInput, networkTrainingGraphs, weightOf } from '../graph/network-training-graphs.ts'
import { openSession, type Runtime, type SessionOptions } from '../local/sessions/runtime.ts'
import { layerSizes, type Layer, type NetworkState } from '../../contracts/models/network.ts'
import type { NetworkPasses } from './network-passes.ts'
import { lastOf } from '../../math/last-of.ts'
import { nth } from '../../math/nth.ts'

export async function onnxPasses(
  runtime: Runtime,
  state: NetworkState,
  options: SessionOptions,
): Promise<NetworkPasses> {
  const { inputs } = state
  const sizes = layerSizes(state)
  const outputs = lastOf(sizes)[1]
  const graphs = networkTrainingGraphs(state)
  const forward = await openSession(runtime, encodeGraph(graphs.forward), options)
  const backward = await openSession(runtime, encodeGraph(graphs.backward), options)
  const tensor = (data: Float32Array, shape: readonly number[]) => new runtime.Tensor('float32', data, shape)
  const feedsOf = (layers: readonly Layer[], rows: Float32Array, count: number) => ({
    rows: tensor(rows.subarray(0, count * inputs), [count, inputs]),
    ...Object.fromEntries(
      layers.flatMap(({ weight, bias }, layer) => [
        [weightOf(layer), tensor(weight, nth(sizes, layer))],
        [biasOf(layer), tensor(bias, [bias.length])],
      ]),
    ),
  })
  return {
    forward: async (layers, rows, count) => floatsOf(await forward.run(feedsOf(layers, rows, count)), 'outputs'),
    backward: async (layers, rows, outputGradients, count) => {
      const results = await backward.run({
        ...feedsOf(layers, rows, count),
        outputGradients: tensor(outputGradients, [count, outputs]),
      })
      const gradient = (input: string): Float32Array => floatsOf(results, gradientOfInput(input))
      return {
        rows: gradient('rows'),
        layers: layers.map((_, layer) => ({ weight: gradient(weightOf(layer)), bias: gradient(biasOf(layer)) })),
      }
    },
    close: async () => {
      await forward.release()
      await backward.release()
    },
  }
}

function floatsOf(results: Readonly<Record<string, { readonly data: unknown }>>, output: string): Float32Array {
  const data = results[output]?.data
  if (!types.isFloat32Array(data)) throw new Error(`the network has no output ${output} of float32`)
  return data
}
