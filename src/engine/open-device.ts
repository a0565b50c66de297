import type { Device } from '../contracts/models/device.ts'
import type { Provider, TfjsBackend } from '../contracts/models/engine-names.ts'
import { closable } from '../runtime/closable.ts'
import type { AroundNative } from '../contracts/actor.ts'
import { openTfjsDevice } from './tfjs/open-tfjs-device.ts'

/** Which engine computes, as plain data. */
export type DeviceOptions =
  | {
      readonly engine: 'onnx'
      /** Processor threads, at least 1. */
      readonly threads: number
      /** How many hold each model, with an equal part of the threads each; one a thread if left out. */
      readonly replicas?: number
      /** Where it computes; the processor if left out. */
      readonly provider?: Provider
    }
  | { readonly engine: 'tfjs'; readonly backend: TfjsBackend }

/**
 * Opens an engine, loading its native code only now.
 *
 * @param around every call into ONNX Runtime; an actor gives its `Context.native`.
 * @throws {RangeError} if there is no engine of that name, or an option of it is wrong.
 * @throws {Error} if its code cannot be loaded on this machine, saying what to install.
 */
export async function openDevice(options: DeviceOptions, around?: AroundNative): Promise<Device> {
  return closable('the device', await open(options, around))
}

async function open(options: DeviceOptions, around?: AroundNative): Promise<Device> {
  switch (options.engine) {
    case 'onnx': {
      const { createOnnxDevice } = await import('./local/create-onnx-device.ts')
      const { threads, replicas, provider } = options
      return createOnnxDevice({ threads, replicas, provider, around })
    }
    case 'tfjs':
      return openTfjsDevice(options.backend)
    default:
      return unknownEngine(options)
  }
}

/** Whether an engine computes in this process. */
export const isLocal = (options: { readonly engine: string }): options is DeviceOptions =>
  options.engine === 'onnx' || options.engine === 'tfjs'

function unknownEngine(options: never): never {
  const { engine }: { readonly engine?: unknown } = options
  throw new RangeError(`engine must be 'onnx' or 'tfjs', got '${String(engine)}'`)
}
