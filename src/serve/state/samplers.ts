/** Weights to sample from, as they were when a client asked for them: copied only if they change while still in use. */
import { randomUUID } from 'node:crypto'
import type { Device, ModelState } from '../../contracts/models/device.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { createModelSlots } from './model-slots.ts'

interface SamplerWeights {
  readonly config: ModelConfig
  /** The weights as they are under this slot of a model that is trained; `null` once those have changed. */
  live: string | null
  /** `null` while they are live. */
  copy: Copy | null
}

interface Copy {
  /** `null` when it was forgotten. */
  read: (() => Promise<ModelState>) | null
}

export interface Samplers {
  /** Opens a session with the weights as they are. @returns its id. */
  readonly ofModel: (model: { readonly slot: string; readonly config: ModelConfig }) => string
  /** Opens a session with weights that can be read whenever they are needed; one by each name. @returns its id. */
  readonly ofFolder: (name: string, config: ModelConfig, read: () => Promise<ModelState>) => string
  /** Keeps the weights under a slot for those that sample from them, before they change. */
  readonly keep: (slot: string) => Promise<void>
  /** The slot from which to sample, its weights put there if they are not. @throws {RefusedRequest} 404, 410. */
  readonly slotOf: (id: string) => Promise<{ readonly slot: string; readonly config: ModelConfig }>
}

/** Copies in memory, at most: of more the oldest are forgotten. */
const maxCopies = 8
/** Sessions that are remembered, except for those in use. */
const maxSessions = 1024
/** Places on the device for weights that no model has any more. */
const places = 2

export function createSamplers(device: Device): Samplers {
  const sessions = new Map<string, SamplerWeights>()
  const slots = createModelSlots('sampler', places)
  /** By session, the one that was used longest ago first. */
  const placed = new Map<string, string>()
  const copies: Copy[] = []
  const opened = (id: string, weights: SamplerWeights): string => {
    sessions.set(id, weights)
    for (const [oldest, { live }] of sessions) {
      if (sessions.size <= maxSessions) break
      if (live === null && !placed.has(oldest)) sessions.delete(oldest)
    }
    return id
  }
  return {
    ofModel: ({ slot, config }) => opened(`sampling-${randomUUID()}`, { config, live: slot, copy: null }),
    ofFolder: (name, config, read) => opened(`folder-${name}`, { config, live: null, copy: { read } }),
    keep: async slot => {
      const used = [...sessions.values()].filter(({ live }) => live === slot)
      if (used.length === 0) return
      const state = withoutOptimiser(await device.save(slot))
      const copy: Copy = { read: () => Promise.resolve(state) }
      for (const each of used) {
        each.live = null
        each.copy = copy
      }
      copies.push(copy)
      for (const forgotten of copies.splice(0, Math.max(0, copies.length - maxCopies))) forgotten.read = null
    },
    slotOf: async id => {
      const weights = sessions.get(id)
      if (weights === undefined) throw new RefusedRequest(404, `there is no sampling session ${id}`)
      const { config, live, copy } = weights
      if (live !== null) return { slot: live, config }
      const known = placed.get(id)
      if (known !== undefined) {
        placed.delete(id)
        placed.set(id, known)
        return { slot: known, config }
      }
      const read = copy?.read ?? null
      if (read === null) throw new RefusedRequest(410, `the weights of the sampling session ${id} were forgotten`)
      const [oldest] = placed
      if (slots.free() === 0 && oldest !== undefined) {
        placed.delete(oldest[0])
        slots.give(oldest[1])
      }
      const slot = slots.take()
      try {
        await device.load(slot, await read())
      } catch (thrown) {
        slots.give(slot)
        throw thrown
      }
      placed.set(id, slot)
      return { slot, config }
    },
  }
}

/** A model as one samples from it, or begins to train it. */
export const withoutOptimiser = ({ config, weights }: ModelState): ModelState => ({ config, weights })
