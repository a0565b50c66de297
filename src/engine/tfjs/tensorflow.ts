import { firstThatLoads } from '../../files/optional-package.ts'

/** Registers TensorFlow itself as a backend. @throws {Error} saying what to install, if none of its packages loads. */
export async function loadTensorflow(): Promise<void> {
  await firstThatLoads(
    ['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node'],
    reasons =>
      "the tensorflow backend runs on Node.js 20 or 22 and needs 'npm install @tensorflow/tfjs-node-gpu' (an NVIDIA GPU " +
      "with CUDA 11 and cuDNN 8, Linux or Windows) or 'npm install @tensorflow/tfjs-node' (the processor), whose install " +
      `scripts fetch TensorFlow from elsewhere than the registry; or use the backend wasm (${reasons})`,
  )
}
