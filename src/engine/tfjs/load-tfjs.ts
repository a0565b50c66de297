import { firstThatLoads } from '../../files/optional-package.ts'

/** Loads a package of TensorFlow.js, none of which comes with a plain install. @throws {Error} saying what to install, if it does not load. */
export async function loadTfjs(name: string): Promise<void> {
  await firstThatLoads(
    [name],
    reasons =>
      "the engine tfjs needs 'npm install @tensorflow/tfjs-core @tensorflow/tfjs-backend-wasm @tensorflow/tfjs-backend-cpu' " +
      `(${reasons})`,
  )
}
