import * as tf from '@tensorflow/tfjs-core'
import { registerGradients } from './gradients.ts'

/** What TensorFlow.js computes on: plain JavaScript, WebAssembly, or TensorFlow itself with CUDA where it is installed. */
export type TfjsBackend = 'cpu' | 'wasm' | 'tensorflow'

const loaders: Readonly<Record<TfjsBackend, () => Promise<unknown>>> = {
  cpu: () => import('@tensorflow/tfjs-backend-cpu'),
  wasm: () => import('@tensorflow/tfjs-backend-wasm'),
  tensorflow: loadTensorflow,
}

/**
 * Loads and starts a backend.
 *
 * @returns makes the backend the current one, at once; to be called before every piece of work, for TensorFlow.js has
 * one current backend a thread and another device may have chosen another.
 * @throws {RangeError} if there is no backend of that name.
 * @throws {Error} if it cannot be loaded here, saying what to install.
 */
export async function startBackend(backend: TfjsBackend): Promise<() => void> {
  if (!Object.hasOwn(loaders, backend)) {
    throw new RangeError(`backend must be one of ${Object.keys(loaders).join(', ')}, got '${backend}'`)
  }
  /* Else the plain backend prints an advertisement for another one. */
  tf.enableProdMode()
  await loaders[backend]()
  if (!(await tf.setBackend(backend))) throw new Error(`TensorFlow.js could not start its backend ${backend}`)
  await tf.ready()
  registerGradients()
  return () => void tf.setBackend(backend)
}

/** An install that failed may leave an empty package behind, so only loading tells whether it is there. */
async function loadTensorflow(): Promise<void> {
  const reasons: string[] = []
  for (const name of ['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node']) {
    try {
      await import(name)
      return
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`)
    }
  }
  throw new Error(
    'the tensorflow backend needs @tensorflow/tfjs-node-gpu (CUDA 11, cuDNN 8) or @tensorflow/tfjs-node: ' +
      `run 'npm install @tensorflow/tfjs-node', or use the backend wasm (${reasons.join('; ')})`,
  )
}
