import type { Device } from '../../contracts/models/device.ts'
import type { ModelEngine } from '../../contracts/models/model-engine.ts'
import { resolveModel } from '../../model/reference.ts'
import { saveOnce } from './save-once.ts'
import { createSnapshots } from './snapshots.ts'

/**
 * A device of this process as an engine: weights are read and written here.
 *
 * @param shares whether its snapshots are in memory that all threads share.
 */
export function engineOf(device: Device, shares = true): ModelEngine {
  const snapshotOf = createSnapshots(shares)
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
      return { contextTokens: state.config.max_position_embeddings }
    },
    save: async (model, folder, options) => saveOnce({ folder, ...options }, await device.save(model)),
    snapshot: async model => snapshotOf(await device.save(model)),
  }
}
