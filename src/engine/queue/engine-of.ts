import type { Device, ModelState, Tensor } from '../../contracts/models/device.ts'
import type { ModelEngine } from '../../contracts/models/model-engine.ts'
import { lookUp } from '../../math/look-up.ts'
import { resolveModel, inOnePiece, memoryReference } from '../../model/reference.ts'
import { saveModelOnce } from '../../model/checkpoint.ts'
import type { ModelReference } from '../../contracts/models/model-reference.ts'
import { frozenShapes } from '../../model/tensors/tensors.ts'

/**
 * A device of this process as an engine: weights are read and written here.
 *
 * @param shares whether its snapshots are in memory that all threads share; false for a run on another machine.
 */
export function engineOf(device: Device, shares = true): ModelEngine {
  const snapshots = new Map<string, Snapshots>()
  return {
    traits: device.traits,
    sample: device.sample,
    release: device.release,
    logprobs: device.logprobs,
    forwardBackward: device.forwardBackward,
    optimStep: device.optimStep,
    close: device.close,
    load: async (model, reference) => {
      const state = await resolveModel(reference)
      await device.load(model, state)
      snapshots.set(model, shares ? sharedSnapshots() : farSnapshots())
      return { contextTokens: state.config.max_position_embeddings }
    },
    save: async (model, folder, options) => saveModelOnce(folder, await device.save(model), options),
    snapshot: async model => {
      const state = await device.save(model)
      return lookUp(snapshots, model)(state)
    },
  }
}

/** Takes snapshots of one model. Weights that are not trained are copied once for as long as the device gives the same arrays. */
type Snapshots = (state: ModelState) => ModelReference

/** In memory that all threads share, those weights the same in all snapshots. */
function sharedSnapshots(): Snapshots {
  /** By the array of the device. */
  const frozenCopies = new WeakMap<Float32Array, Tensor>()
  return state => {
    const { config, weights } = state
    const shapes = frozenShapes(config)
    const all = Object.entries(weights)
    const trained = all.filter(([name]) => !shapes.has(name))
    const fresh = all.filter(([name, { data }]) => shapes.has(name) && !frozenCopies.has(data))

    const copies = new Map(Object.entries(inOnePiece({ config, weights: Object.fromEntries(fresh) }, true).weights))
    for (const [name, { data }] of fresh) frozenCopies.set(data, lookUp(copies, name))
    const own = inOnePiece({ ...state, weights: Object.fromEntries(trained) }, true)
    const ownWeights = new Map(Object.entries(own.weights))
    const tensors = all.map(([name, { data }]) => [name, frozenCopies.get(data) ?? lookUp(ownWeights, name)] as const)
    return { kind: 'memory', state: { ...own, weights: Object.fromEntries(tensors) } }
  }
}

/** For a run on another machine: each but the first lacks those weights, which the run has from the first. @see FarWeights */
function farSnapshots(): Snapshots {
  const sent = new WeakSet<Float32Array>()
  return state => {
    const shapes = frozenShapes(state.config)
    const fresh = Object.entries(state.weights).filter(([name, { data }]) => !shapes.has(name) || !sent.has(data))
    for (const [, { data }] of fresh) sent.add(data)
    return memoryReference({ ...state, weights: Object.fromEntries(fresh) }, false)
  }
}
