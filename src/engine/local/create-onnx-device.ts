/** The default engine: our graphs with our gradients, run by ONNX Runtime, in one replica for each thread. */
import type { AroundNative } from '../../contracts/actor.ts'
import { loaded } from '../semantics/loaded.ts'
import { checkBatch, checkExample, checkRequest, checkSequence, checkState, checkUpdate } from '../semantics/check.ts'
import type { Device } from '../../contracts/models/device.ts'
import { providers, type Provider } from '../../contracts/models/engine-names.ts'
import { forwardBackward } from './forward-backward.ts'
import { createEngine } from './sessions/engine.ts'
import { createReplicaRouter, type ReplicaRouter } from './replicas/replica-router.ts'
import { optimizerStateFrom, modelStateOf, type OptimizerState } from './optimizer-state.ts'
import { openRemoteReplica } from './replicas/remote-replica.ts'
import { createReplica, type Replica } from './replicas/replica.ts'
import { loadRuntime, requireProvider } from './sessions/runtime.ts'
import { sampleTogether } from './sample-together.ts'
import { logprobsTogether } from './logprobs-together.ts'
import { together } from './replicas/together.ts'
import { optimStep } from './optim-step.ts'
import { nth } from '../../math/nth.ts'

interface OnnxDeviceOptions {
  /** Threads of the processor. */
  readonly threads?: number
  /**
   * How many hold each model, with an equal part of the threads each: as many as threads if left out. Fewer take less memory,
   * and more for one long sequence; on a GPU there is always one.
   */
  readonly replicas?: number | undefined
  readonly provider?: Provider | undefined
  /** Around every native call; see `Context.native`. */
  readonly around?: AroundNative | undefined
}

/** A model's optimiser, and the replicas of its sequences. */
interface Known {
  readonly optimizer: OptimizerState
  readonly router: ReplicaRouter
}

/**
 * @throws {RangeError} if `threads` is not a positive integer, `replicas` does not divide it, or `provider` is unknown.
 * @throws {Error} if ONNX Runtime is absent or has no binary for this platform, or the provider cannot be used here.
 */
export async function createOnnxDevice({
  threads = 1,
  replicas: count = threads,
  provider = 'cpu',
  around,
}: OnnxDeviceOptions = {}): Promise<Device> {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads must be a positive integer, got ${threads}`)
  }
  if (!Number.isInteger(count) || count < 1 || threads % count > 0) {
    throw new RangeError(`replicas must divide threads, ${threads}, got ${count}`)
  }
  if (!providers.includes(provider)) {
    throw new RangeError(`provider must be one of ${providers.join(', ')}, got ${provider}`)
  }
  const runtime = await loadRuntime(around, provider)
  const own = { provider, threads: provider === 'cpu' ? threads / count : threads }
  await requireProvider(runtime, own)
  const others = provider === 'cpu' ? count - 1 : 0
  const engine = createEngine(runtime, own)
  const replicas: readonly Replica[] = [
    createReplica(engine),
    ...Array.from({ length: others }, () => openRemoteReplica(own)),
  ]
  const models = new Map<string, Known>()
  let calls = 0
  const known = (name: string): Known => loaded(models, name, 'model')

  return {
    /* CUDA's libraries choose kernels, and so an order of adding, by the shape of the batch. */
    traits: { reproducible: provider !== 'cuda', durable: false, branches: true, clips: true, entropy: true },
    load: async (name, state) => {
      checkState(name, state)
      const optimizer = optimizerStateFrom(name, state)
      const { config, frozen, weights: trained, step } = optimizer
      await together(replicas.map(replica => () => replica.load(name, config, { frozen, trained }, step)))
      models.set(name, { optimizer, router: createReplicaRouter(replicas.length) })
    },
    sample: async (name, requests) => {
      const { optimizer, router } = known(name)
      checkBatch('requests', requests)
      for (const request of requests) checkRequest(optimizer.config, request)
      return sampleTogether(replicas, router, name, requests)
    },
    release: async (name, sequenceIds) => {
      const parts = known(name).router.release(sequenceIds)
      await together(
        parts.flatMap((part, place) => (part.length === 0 ? [] : [() => nth(replicas, place).release(name, part)])),
      )
    },
    logprobs: async (name, sequences, pause) => {
      const { optimizer } = known(name)
      checkBatch('sequences', sequences)
      for (const sequence of sequences) checkSequence(optimizer.config, sequence)
      return logprobsTogether(replicas, optimizer, sequences, pause)
    },
    forwardBackward: async (name, examples, objective, pause) => {
      const { optimizer } = known(name)
      checkBatch('examples', examples)
      for (const example of examples) checkExample(optimizer.config, example, objective.kind)
      calls += 1
      const call = { id: calls, examples, objective, sharesPrefixes: engine.sharesPrefixes, ...(pause && { pause }) }
      return forwardBackward(replicas, optimizer, call)
    },
    optimStep: async (name, options) => {
      const { optimizer } = known(name)
      checkUpdate(options)
      return optimStep(replicas, optimizer, options)
    },
    save: async name => modelStateOf(known(name).optimizer),
    close: async () => {
      models.clear()
      await together(replicas.map(replica => () => replica.close()))
    },
  }
}
