/**
 * Where ONNX Runtime is loaded from. An installed package has it in a package for its platform, of the version that its
 * numbers were measured with (docs/decisions/0024-packed-engine.md); a checkout has `onnxruntime-node`, and so has an
 * installation for a GPU.
 */
import { loadInNodeRealm } from '../../../contracts/load-in-node-realm.ts'
import type { Provider } from '../../../contracts/models/engine-names.ts'
import { firstThatLoads } from '../../../files/optional-package.ts'
import { enginePackage } from './engine-package.ts'
import { takingOurArrays, type OnnxRuntime } from './our-arrays.ts'

/** @throws {Error} saying what to install, if there is no ONNX Runtime or none for this platform. */
export async function loadPackage(provider: Provider): Promise<OnnxRuntime> {
  const { platform, arch } = process
  const own = enginePackage(platform, arch)
  const installed = 'onnxruntime-node'
  const loaded = await firstThatLoads(
    provider === 'cpu' ? [own, installed] : [installed, own],
    reasons =>
      `ONNX Runtime does not load on ${platform} ${arch} (${reasons}): install rlanything again with its optional ` +
      `dependencies, or "npm install ${installed}", or, where it has no binary, choose the engine tfjs: --set engine.kind=tfjs`,
    loadInNodeRealm,
  )
  if (!isRuntime(loaded)) throw new Error(`ONNX Runtime lacks Tensor or InferenceSession: install ${installed} again`)
  return takingOurArrays(loaded)
}

const isRuntime = (loaded: unknown): loaded is OnnxRuntime =>
  typeof loaded === 'object' && loaded !== null && 'Tensor' in loaded && 'InferenceSession' in loaded
