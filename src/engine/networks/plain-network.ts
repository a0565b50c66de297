import { requireNetwork, rowOutputs } from '../../contracts/models/network-layout.ts'
import type { Network, NetworkState } from '../../contracts/models/network.ts'
import { plainPasses } from './plain-passes.ts'

/** The network in plain JavaScript: the fallback without a native engine, and its reference in tests. */
export function plainNetwork(state: NetworkState): Network {
  requireNetwork(state)
  const { shape, weights } = state
  const { forward, close } = plainPasses(shape)
  return {
    inputs: shape.inputs,
    outputs: rowOutputs(shape),
    run: (rows, count) => forward(weights, rows, count),
    close,
  }
}
