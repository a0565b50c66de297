import type { AroundNative } from '../../contracts/actor.ts'
import type { TrainedNetworkState } from '../../contracts/models/network.ts'
import type { DeviceOptions } from '../open-device.ts'
import { requireNetwork } from '../../contracts/models/network-layout.ts'
import { closable } from '../../runtime/closable.ts'
import type { NetworkPasses } from './network-passes.ts'
import { plainPasses } from './plain-passes.ts'
import { trainableNetwork, type TrainableNetwork } from './trainable-network.ts'

export interface OpenTrainableOptions {
  /** For errors. */
  readonly name: string
  readonly state: TrainedNetworkState
  readonly engine: DeviceOptions
  /** Around every call into ONNX Runtime. */
  readonly around?: AroundNative | undefined
}

/**
 * Makes a network ready to be trained on the engine of a device; for the engine `tfjs` it is computed in plain
 * JavaScript.
 *
 * @throws {RangeError} if the state does not fit itself; {Error} if the engine cannot be loaded on this machine.
 */
export async function openTrainableNetwork({
  name,
  state,
  engine,
  around,
}: OpenTrainableOptions): Promise<TrainableNetwork> {
  const opened = (passes: NetworkPasses) => closable(`the network ${name}`, trainableNetwork(name, state, passes))
  requireNetwork(state)
  if (engine.engine !== 'onnx') return opened(plainPasses(state.shape))
  const { loadRuntime } = await import('../local/sessions/runtime.ts')
  const { onnxPasses } = await import('./onnx-passes.ts')
  const { threads, provider = 'cpu' } = engine
  return opened(await onnxPasses(await loadRuntime(around, provider), state.shape, { provider, threads }))
}
