/** TensorFlow.js on a GPU of any maker: its WebGPU backend, on Dawn from the package `webgpu`. */
import * as tf from '@tensorflow/tfjs-core'
import { firstThatLoads } from '../../files/optional-package.ts'
import { watchGpu } from './gpu-errors.ts'
import { readyMade } from './ready-made.ts'

/** The used part of the package `webgpu`, which may not be installed. */
interface Dawn {
  readonly create: (options: string[]) => { readonly requestAdapter: () => Promise<object | null> }
  /** Classes and constants that a browser has. */
  readonly globals: object
}

const advice = (reasons: string): string =>
  "the webgpu backend needs webgpu and @tensorflow/tfjs-backend-webgpu: run 'npm install webgpu " +
  `@tensorflow/tfjs-backend-webgpu', or use the backend wasm (${reasons})`

/**
 * Registers the backend. It finds a GPU where a browser has it, so the thread gets a browser's globals.
 *
 * @returns throws an earlier error of the GPU: TensorFlow.js ignores it, and continues with wrong numbers.
 * @throws {Error} saying what to install, if a package does not load or Dawn finds no usable GPU.
 */
export async function loadWebgpu(): Promise<() => void> {
  if (!('GPUDevice' in globalThis)) await giveThreadGpu()
  await firstThatLoads(['@tensorflow/tfjs-backend-webgpu'], advice)
  /* Else it computes small tensors on the processor, in other kernels: results would depend on sizes. */
  tf.env().set('WEBGPU_CPU_FORWARD', false)
  await readyMade('webgpu')
  await tf.setBackend('webgpu')
  const backend = tf.backend()
  const device: unknown = 'device' in backend ? backend.device : null
  if (!isEventTarget(device)) throw new Error('the backend webgpu has no GPU to watch')
  return watchGpu(device)
}

const isEventTarget = (value: unknown): value is EventTarget =>
  typeof value === 'object' && value !== null && 'addEventListener' in value

async function giveThreadGpu(): Promise<void> {
  const dawn = await firstThatLoads(['webgpu'], advice)
  if (!isDawn(dawn)) throw new Error("the package webgpu has no 'create' and 'globals': install version 0.4 or later")
  const gpu = dawn.create([])
  if ((await gpu.requestAdapter()) === null) {
    throw new Error(
      'the webgpu backend found no GPU: install the driver of yours (on Linux one for Vulkan, and libvulkan1), or use the backend wasm',
    )
  }
  Object.assign(globalThis, dawn.globals)
  /* Newer Node.js has a navigator that cannot be replaced, but be added to. */
  const navigator: unknown = Reflect.get(globalThis, 'navigator')
  if (typeof navigator === 'object' && navigator !== null) Object.defineProperty(navigator, 'gpu', { value: gpu })
  else Object.defineProperty(globalThis, 'navigator', { value: { gpu } })
}

const isDawn = (loaded: unknown): loaded is Dawn =>
  typeof loaded === 'object' && loaded !== null && 'create' in loaded && 'globals' in loaded
