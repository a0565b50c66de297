import type { AroundNative } from '../../contracts/actor.ts'
import type { DeviceOptions } from '../open-device.ts'
import type { Network, NetworkSource } from '../../contracts/models/network.ts'
import { closable } from '../../runtime/closable.ts'
import { plainNetwork } from './plain-network.ts'

/**
 * Makes a network ready on the engine of a device; for the engine `tfjs` it runs in plain JavaScript.
 *
 * @param around every call into ONNX Runtime.
 * @throws {RangeError} if the state does not fit itself; {Error} if the engine cannot be loaded on this machine.
 */
export async function openNetwork(
  source: NetworkSource,
  engine: DeviceOptions,
  around?: AroundNative,
): Promise<Network> {
  return closable('the network', await open(source, engine, around))
}

async function open(source: NetworkSource, engine: DeviceOptions, around?: AroundNative): Promise<Network> {
  if (source.kind === 'none') return noNetwork(source)
  if (engine.engine !== 'onnx') return plainNetwork(source.state)
  const { loadRuntime } = await import('../local/sessions/runtime.ts')
  const { onnxNetwork } = await import('./onnx-network.ts')
  const { threads, provider = 'cpu' } = engine
  return onnxNetwork(await loadRuntime(around, provider), source.state, { provider, threads })
}

/** Answers zeros, at once. */
function noNetwork({ inputs, outputs }: NetworkSource & { readonly kind: 'none' }): Network {
  let zeros = new Float32Array(0)
  return {
    inputs,
    outputs,
    run: async (_, count) => {
      if (zeros.length < count * outputs) zeros = new Float32Array(count * outputs)
      return zeros
    },
    close: async () => {},
  }
}
