import * as tf from '@tensorflow/tfjs-core'
import { tfjsBackends, type TfjsBackend } from '../../contracts/models/engine-names.ts'
import { registerGradients } from './gradients.ts'
import { loadTfjs } from './load-tfjs.ts'
import { readyMade } from './ready-made.ts'
import { loadTensorflow } from './tensorflow.ts'
import { loadWebgpu } from './webgpu.ts'

/** A backend that was started. TensorFlow.js has one current backend a thread, and another device may have chosen another. */
export interface Backend {
  /** Makes it the current one, for immediate computation. */
  readonly use: () => void
  /**
   * Computes tensors and reads them; what else `work` makes on the way is given back.
   *
   * @throws {Error} if anything computed so far has failed, which a GPU tells of only later.
   */
  readonly compute: (work: () => tf.Tensor[]) => Promise<Float32Array[]>
}

/**
 * Loads and starts a backend.
 *
 * @throws {RangeError} if there is no backend of that name.
 * @throws {Error} if it cannot be loaded here, saying what to install.
 */
export async function startBackend(backend: TfjsBackend): Promise<Backend> {
  /* Throws if anything computed so far has failed: for backends whose operations do not. */
  let requireSound = (): void => {}
  const loaders: Readonly<Record<TfjsBackend, () => Promise<void>>> = {
    tensorflow: loadTensorflow,
    webgpu: async () => void (requireSound = await loadWebgpu()),
    wasm: () => loadTfjs('backend-wasm', 'wasm'),
    cpu: () => loadTfjs('backend-cpu', 'cpu'),
  }
  if (!Object.hasOwn(loaders, backend)) {
    throw new RangeError(`backend must be one of ${tfjsBackends.join(', ')}, got '${backend}'`)
  }
  /* Else the plain backend prints an advertisement for another one. */
  tf.enableProdMode()
  await loaders[backend]()
  await readyMade(backend)
  if (!(await tf.setBackend(backend))) throw new Error(`TensorFlow.js could not start its backend ${backend}`)
  await tf.ready()
  registerGradients()
  const use = (): void => void tf.setBackend(backend)
  return {
    use,
    compute: async work => {
      use()
      const tensors = tf.tidy(work)
      try {
        const values = await Promise.all(tensors.map(async tensor => Float32Array.from(await tensor.data())))
        requireSound()
        return values
      } finally {
        tf.dispose(tensors)
      }
    },
  }
}
