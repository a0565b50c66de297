/** A vector world of continuous actions, as a method sees it: its actions are scaled to [−1, 1]. */
import type { ControlBounds } from '../../contracts/worlds/vector-world.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { withinUnit } from './rows.ts'

/** Numbers of an observation and of an action; actions are scaled to [−1, 1]. */
export interface ControlSizes {
  readonly observation: number
  readonly action: number
}

export interface WorldSizes {
  readonly sizes: ControlSizes
  readonly bounds: ControlBounds
}

/** @throws {RangeError} unless it is a vector world of continuous actions. */
export function sizesOf({ name, vectors }: World): WorldSizes {
  const bounds = vectors?.bounds
  if (vectors === undefined || bounds === undefined)
    throw new RangeError(`environment.name must be a vector world of continuous actions, got ${name}`)
  return { sizes: { observation: vectors.observationSize, action: vectors.actions }, bounds }
}

export const scaled = ({ low, high }: ControlBounds, actions: Float32Array): Float32Array =>
  actions.map((value, place) => {
    const [least = -1, most = 1] = [low[place % low.length], high[place % low.length]]
    return withinUnit((2 * (value - least)) / (most - least) - 1)
  })

export const unscaled = ({ low, high }: ControlBounds, actions: Float32Array): Float32Array =>
  actions.map((value, place) => {
    const [least = -1, most = 1] = [low[place % low.length], high[place % low.length]]
    return least + ((value + 1) * (most - least)) / 2
  })
