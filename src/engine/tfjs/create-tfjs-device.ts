import { loaded } from '../semantics/loaded.ts'
import {
  checkBatch,
  checkExample,
  checkLengths,
  checkRequest,
  checkSequence,
  checkState,
  checkUpdate,
} from '../semantics/check.ts'
import type { Device } from '../../contracts/models/device.ts'
import type { TfjsBackend } from '../../contracts/models/engine-names.ts'
import { objectiveRule } from '../semantics/objective-rule.ts'
import { startBackend } from './backend.ts'
import { tfjsModel, type TfjsModel } from './model.ts'

interface TfjsOptions {
  readonly backend: TfjsBackend
}

/**
 * The plain engine: TensorFlow.js with its own differentiation, one sequence at a time, no key/value cache. It agrees
 * with the fast engine to a tolerance.
 *
 * @throws {RangeError} if no backend has that name.
 * @throws {Error} if the backend cannot be loaded here, saying what to install.
 */
export async function createTfjsDevice({ backend }: TfjsOptions): Promise<Device> {
  const started = await startBackend(backend)
  const models = new Map<string, TfjsModel>()

  return {
    traits: { reproducible: true, durable: false, branches: true, clips: true, entropy: true },
    load: async (name, state) => {
      checkState(name, state)
      const model = tfjsModel(started, name, state)
      models.get(name)?.dispose()
      models.set(name, model)
    },
    sample: async (name, requests) => {
      const model = loaded(models, name, 'model')
      checkBatch('requests', requests)
      for (const request of requests) checkRequest(model.config, request)
      checkLengths(model.config, requests, model.contextLength)
      return model.sample(requests)
    },
    release: async (name, sequenceIds) => loaded(models, name, 'model').release(sequenceIds),
    logprobs: async (name, sequences, pause) => {
      const model = loaded(models, name, 'model')
      checkBatch('sequences', sequences)
      for (const sequence of sequences) checkSequence(model.config, sequence)
      const scores: Float32Array[] = []
      for (const [index, sequence] of sequences.entries()) {
        if (index > 0) await pause?.()
        scores.push(await model.score(sequence))
      }
      return scores
    },
    forwardBackward: async (name, examples, objective, pause) => {
      const model = loaded(models, name, 'model')
      checkBatch('examples', examples)
      for (const example of examples) checkExample(model.config, example, objective.kind)
      return model.accumulate(examples, await objectiveRule(objective), pause)
    },
    optimStep: async (name, options) => {
      const model = loaded(models, name, 'model')
      checkUpdate(options)
      return model.update(options)
    },
    save: async name => loaded(models, name, 'model').save(),
    close: async () => {
      for (const model of models.values()) model.dispose()
      models.clear()
    },
  }
}
