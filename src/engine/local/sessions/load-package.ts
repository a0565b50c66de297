/**
 * Where ONNX Runtime is loaded from. A package that was packed holds its processor binaries itself, so that they are the
 * version that its numbers were measured with and nothing is fetched at install (docs/decisions/0024-packed-engine.md); a
 * checkout has `onnxruntime-node`, and so has an installation for a GPU.
 */
import { fileURLToPath } from 'node:url'
import { loadInNodeRealm } from '../../../contracts/load-in-node-realm.ts'
import type { Provider } from '../../../contracts/models/engine-names.ts'
import { firstThatLoads } from '../../../files/optional-package.ts'
import { takingOurArrays, type OnnxRuntime } from './our-arrays.ts'

/** `npm pack` makes it, beside `dist/src`. */
const packed = new URL('../../../../onnxruntime/dist/index.js', import.meta.url)

/** @throws {Error} saying what to install, if there is no ONNX Runtime or none for this platform. */
export async function loadPackage(provider: Provider): Promise<OnnxRuntime> {
  const installed = 'onnxruntime-node'
  const loaded = await firstThatLoads(
    provider === 'cpu' ? [packed.href, installed] : [installed, packed.href],
    reasons =>
      `ONNX Runtime does not load on ${process.platform} ${process.arch} (${reasons.replaceAll(packed.href, fileURLToPath(packed))}): ` +
      `install it with "npm install ${installed}", or, where it has no binary, choose the engine tfjs: --set engine.kind=tfjs`,
    loadInNodeRealm,
  )
  if (!isRuntime(loaded)) throw new Error(`ONNX Runtime lacks Tensor or InferenceSession: install ${installed} again`)
  return takingOurArrays(loaded)
}

const isRuntime = (loaded: unknown): loaded is OnnxRuntime =>
  typeof loaded === 'object' && loaded !== null && 'Tensor' in loaded && 'InferenceSession' in loaded
