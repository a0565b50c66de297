/** A feed-forward network on ONNX Runtime. */
import { types } from 'node:util'
import { encodeGraph } from '../graph/onnx-file.ts'
import { networkGraph } from '../graph/network-graph.ts'
import { openSession, type Runtime, type SessionOptions } from '../local/sessions/runtime.ts'
import { layerSizes, type Network, type NetworkState } from '../../contracts/models/network.ts'
import { lastOf } from '../../math/last-of.ts'

export async function onnxNetwork(runtime: Runtime, state: NetworkState, options: SessionOptions): Promise<Network> {
  const { inputs } = state
  const outputs = lastOf(layerSizes(state))[1]
  const session = await openSession(runtime, encodeGraph(networkGraph(state)), options)
  return {
    inputs,
    outputs,
    run: async (rows, count) => {
      const values = rows.length === count * inputs ? rows : rows.subarray(0, count * inputs)
      const results = await session.run({ rows: new runtime.Tensor('float32', values, [count, inputs]) })
      const { data } = results['outputs'] ?? {}
      if (!types.isFloat32Array(data)) throw new Error('the network has no output of float32')
      return data
    },
    close: () => session.release(),
  }
}
