import { layerSizes, type Network, type NetworkState } from '../../contracts/models/network.ts'
import { lastOf } from '../../math/last-of.ts'

/** The network in plain JavaScript: the fallback without a native engine, and its reference in tests. */
export function plainNetwork(state: NetworkState): Network {
  const sizes = layerSizes(state)
  const outputs = lastOf(sizes)[1]
  const last = sizes.length - 1

  const answer = (row: Float32Array): Float32Array =>
    state.layers.reduce((input, { weight, bias }, index) => {
      const width = bias.length
      const output = Float64Array.from(bias)
      input.forEach((value, from) => {
        for (let to = 0; to < width; to += 1) output[to]! += value * weight[from * width + to]!
      })
      return Float32Array.from(output, value => (index < last ? Math.max(0, value) : value))
    }, row)

  return {
    inputs: state.inputs,
    outputs,
    run: async (rows, count) => {
      const results = new Float32Array(count * outputs)
      for (let row = 0; row < count; row += 1) {
        results.set(answer(rows.subarray(row * state.inputs, (row + 1) * state.inputs)), row * outputs)
      }
      return results
    },
    close: async () => {},
  }
}
