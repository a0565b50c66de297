import { firstThatLoads } from '../optional-package.ts'

/** Registers TensorFlow itself as a backend. @throws {Error} saying what to install, if none of its packages loads. */
export async function loadTensorflow(): Promise<void> {
  await firstThatLoads(
    ['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node'],
    reasons =>
      'the tensorflow backend needs @tensorflow/tfjs-node-gpu (CUDA 11, cuDNN 8) or @tensorflow/tfjs-node, on Node.js ' +
      `20 or 22: run 'npm install @tensorflow/tfjs-node', or use the backend wasm (${reasons})`,
  )
}
