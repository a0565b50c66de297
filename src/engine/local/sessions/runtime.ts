/** ONNX Runtime made ready: sessions on a provider, and what to do where it cannot be used. */
import type { InferenceSession } from 'onnxruntime-common'
import type { AroundNative } from '../../../contracts/actor.ts'
import type { Provider } from '../../../contracts/models/engine-names.ts'
import { encodeGraph } from '../../graph/onnx-file.ts'
import { reasonOf } from '../../../contracts/failure.ts'
import { type OnnxRuntime, takingOurArrays } from './our-arrays.ts'
import { loadInNodeRealm } from '../../../contracts/load-in-node-realm.ts'
import { firstThatLoads } from '../../../files/optional-package.ts'
import { enginePackage } from './engine-package.ts'

export interface Runtime extends OnnxRuntime {
  readonly around: AroundNative
}

/** A graph that is ready to run. */
export interface Session extends Pick<InferenceSession, 'release' | 'inputMetadata' | 'outputMetadata'> {
  /** @param fetches outputs to compute, all if left out. */
  readonly run: (
    feeds: InferenceSession.FeedsType,
    fetches?: InferenceSession.FetchesType,
  ) => Promise<InferenceSession.ReturnType>
}

/**
 * @param around every native call.
 * @throws {Error} saying what to install, if ONNX Runtime or its binary for this platform is absent.
 */
export async function loadRuntime(around: AroundNative = work => work(), provider: Provider = 'cpu'): Promise<Runtime> {
  return { ...(await loadPackage(provider)), around }
}

export interface SessionOptions {
  readonly provider: Provider
  readonly threads: number
  /**
   * Whether memory goes back to the system after each use. ONNX Runtime else keeps the most that a run has taken, for each graph: next to what
   * a small model computes a fresh page takes long, next to what a large one does it does not.
   */
  readonly lean?: boolean
}

/** What to do where a provider cannot be used. */
const remedies: Readonly<Record<Provider, string>> = {
  cpu: '',
  webgpu:
    ': install the driver of your GPU (on Linux one for Vulkan, and libvulkan1; on Windows run "npm install ' +
    'onnxruntime-node"), or choose the provider cpu',
  cuda:
    ': on Linux with an NVIDIA GPU, CUDA 12 and cuDNN 9 run "npm install --ignore-scripts onnxruntime-node" and ' +
    '"ONNXRUNTIME_NODE_INSTALL=cuda12 npm rebuild onnxruntime-node", or choose the provider cpu',
}

/** @param graph its bytes, or the path of a file. @throws {Error} if the provider is not in this build or refuses the graph. */
export async function openSession(
  runtime: Runtime,
  graph: Uint8Array | string,
  { provider, threads, lean = false }: SessionOptions,
): Promise<Session> {
  const { InferenceSession: sessions, around } = runtime
  /* Threads wait awake for the next operator, but not for the next run: each session has separate threads. */
  const settings = {
    enableCpuMemArena: !lean,
    enableMemPattern: !lean,
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
    extra: {
      session: {
        intra_op: { allow_spinning: '1' },
        force_spinning_stop: '1',
        use_device_allocator_for_initializers: lean ? '1' : '0',
      },
    },
  } as const
  try {
    return sessionOf(await around(() => sessions.create(graph, settings)), around)
  } catch (thrown) {
    const reason = reasonOf(thrown).trim()
    throw new Error(`ONNX Runtime cannot run on the provider ${provider} (${reason})${remedies[provider]}`, {
      cause: thrown,
    })
  }
}

/** Apart from where the session is opened: what is returned must not hold on to the bytes of its graph. */
function sessionOf(session: InferenceSession, around: AroundNative): Session {
  const { inputMetadata, outputMetadata } = session
  return {
    inputMetadata,
    outputMetadata,
    run: (feeds, fetches = session.outputNames) => {
      /* It computes in its immediate, the one after this: until then the thread continues in JavaScript. */
      setImmediate(() => void around(() => settled))
      const result = session.run(feeds, fetches)
      const settled = result.then(ignore, ignore)
      return result
    },
    release: () => around(() => session.release()),
  }
}

/** Tries the provider on the smallest graph there is. @throws {Error} if it cannot be used on this machine. */
export async function requireProvider(runtime: Runtime, options: SessionOptions): Promise<void> {
  const port = (name: string) => ({ name, type: 'float32', shape: [1] }) as const
  const identity = { operator: 'Identity', inputs: ['x'], outputs: ['y'], attributes: {} }
  const graph = { name: 'trial', nodes: [identity], constants: [], inputs: [port('x')], outputs: [port('y')] }
  const session = await openSession(runtime, encodeGraph(graph), options)
  await session.release()
}

const ignore = (): void => undefined

/**
 * An installed package has ONNX Runtime in a package for its platform, of the version that its numbers were measured with
 * (docs/decisions/0024-packed-engine.md); a checkout has `onnxruntime-node`, and so has an installation for a GPU.
 *
 * @throws {Error} saying what to install, if there is no ONNX Runtime or none for this platform.
 */
async function loadPackage(provider: Provider): Promise<OnnxRuntime> {
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
