import { firstThatLoads } from '../../files/optional-package.ts'

/**
 * Loads a package of TensorFlow.js, none of which comes with a plain install.
 *
 * @param part of its name, after `tfjs-`.
 * @throws {Error} saying what to install for the backend, if it does not load.
 */
export async function loadTfjs(part: string, backend: string): Promise<void> {
  await firstThatLoads(
    [`@tensorflow/tfjs-${part}`],
    reasons =>
      `the backend ${backend} of the engine tfjs needs 'npm install @tensorflow/tfjs-core @tensorflow/tfjs-backend-${backend}` +
      `${backend === 'webgpu' ? ' webgpu' : ''}' (${reasons})`,
  )
}
