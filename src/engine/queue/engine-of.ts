import type { Device } from '../../contracts/models/device.ts'
import type { ModelEngine } from '../../contracts/models/model-engine.ts'
import { lookUp } from '../../math/look-up.ts'
import { resolveModel } from '../../model/reference.ts'
import { saveOnce } from './save-once.ts'
import { farSnapshots, sharedSnapshots, type Snapshots } from './snapshots.ts'

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
    save: async (model, folder, options) => saveOnce({ folder, ...options }, await device.save(model)),
    snapshot: async model => {
      const state = await device.save(model)
      return lookUp(snapshots, model)(state)
    },
  }
}
