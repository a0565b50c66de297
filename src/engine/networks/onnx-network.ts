/** A feed-forward network on ONNX Runtime. */
import { types } from 'node:util'
import { requireNetwork, rowOutputs } from '../../contracts/models/network-layout.ts'
import type { Network, NetworkState } from '../../contracts/models/network.ts'
import { networkGraph } from '../graph/network-graphs.ts'
import { encodeGraph } from '../graph/onnx-file.ts'
import { openSession, type Runtime, type SessionOptions } from '../local/sessions/runtime.ts'
import { twoRows } from './two-rows.ts'

export async function onnxNetwork(runtime: Runtime, state: NetworkState, options: SessionOptions): Promise<Network> {
  requireNetwork(state)
  const { inputs } = state.shape
  const session = await openSession(runtime, encodeGraph(networkGraph(state)), options)
  return {
    inputs,
    outputs: rowOutputs(state.shape),
    run: async (rows, count) => {
      const results = await session.run({ rows: new runtime.Tensor('float32', ...twoRows(rows, count, inputs)) })
      const { data } = results['outputs'] ?? {}
      if (!types.isFloat32Array(data)) throw new Error('the network has no output of float32')
      return count === 1 ? data.subarray(0, data.length / 2) : data
    },
    close: () => session.release(),
  }
}
