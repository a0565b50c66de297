/** The default engine: graphs of our own, differentiated by us, run by ONNX Runtime. */
import { checkBatch, checkExample, checkRequest, checkSequence, checkState, checkUpdate } from '../check.ts'
import type { Device } from '../device.ts'
import { providers, type Provider } from '../engine-names.ts'
import { objectiveRule } from '../objective-rule.ts'
import { accumulate } from './accumulate.ts'
import { createEngine } from './engine.ts'
import { modelFrom, stateOf, type Model } from './model.ts'
import { loadRuntime, requireProvider, type AroundNative } from './runtime.ts'
import { sample } from './sample.ts'
import { score } from './score.ts'
import { update } from './update.ts'

export interface OnnxDeviceOptions {
  /** Threads of the processor within one operator. */
  readonly threads?: number
  readonly provider?: Provider
  /** Around every native call; see `Context.native`. */
  readonly around?: AroundNative
}

/**
 * @throws {RangeError} if `threads` is not a positive integer or `provider` is unknown.
 * @throws {Error} if onnxruntime-node is absent or has no binary for this platform, or the provider cannot be used here.
 */
export async function createOnnxDevice({
  threads = 1,
  provider = 'cpu',
  around = work => work(),
}: OnnxDeviceOptions = {}): Promise<Device> {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads must be a positive integer, got ${threads}`)
  }
  if (!providers.includes(provider)) {
    throw new RangeError(`provider must be one of ${providers.join(', ')}, got ${provider}`)
  }
  const runtime = await loadRuntime(around)
  await requireProvider(runtime, { provider, threads })
  const engine = createEngine(runtime, { provider, threads })
  const models = new Map<string, Model>()
  const known = (name: string): Model => {
    const model = models.get(name)
    if (model === undefined)
      throw new RangeError(`no model is named ${name}; there are: ${[...models.keys()].join(', ')}`)
    return model
  }

  return {
    load: async (name, state) => {
      checkState(name, state)
      await models.get(name)?.sampler?.close()
      models.set(name, modelFrom(name, state))
    },
    sample: async (name, requests) => {
      const model = known(name)
      checkBatch('requests', requests)
      for (const request of requests) checkRequest(model.config, request)
      return sample(engine, model, requests)
    },
    release: async (name, caches) => {
      const { contexts } = known(name)
      for (const cache of caches) contexts.release(cache)
    },
    score: async (name, sequences, pause) => {
      const model = known(name)
      checkBatch('sequences', sequences)
      for (const sequence of sequences) checkSequence(model.config, sequence)
      return score(engine, model, sequences, pause)
    },
    accumulate: async (name, examples, objective, pause) => {
      const model = known(name)
      checkBatch('examples', examples)
      for (const example of examples) checkExample(model.config, example, objective.kind === 'cross-entropy')
      return accumulate(engine, model, examples, await objectiveRule(objective), pause)
    },
    update: async (name, options) => {
      const model = known(name)
      checkUpdate(options)
      return update(engine, model, options)
    },
    save: async name => stateOf(known(name)),
    close: async () => {
      models.clear()
      await engine.close()
    },
  }
}
