import type { RunConfig } from '../config/config.ts'
import { derive, randomFrom, type Key } from '../math/random.ts'
import { plannedGroup, type PlannedGroup } from '../rollout/groups.ts'
import { slotAt, type Slots } from './slots.ts'

interface DrawOptions {
  /** The run's key; the same one throughout. */
  readonly key: Key
  /** From 0. */
  readonly iteration: number
  /** Slots there are. */
  readonly slots: number
  /** Slots drawn an iteration, in [1, slots]. */
  readonly perIteration: number
}

/**
 * The slots whose tasks are played in one iteration: the next stretch of a random order that is drawn anew when fewer
 * than `perIteration` of it are left. No slot comes twice in one order. A function of the iteration alone, so that a
 * resumed run draws the same as an unbroken one.
 *
 * @returns [perIteration] different indices in [0, slots).
 * @throws {RangeError} if an option is out of range.
 */
export function drawSlots({ key, iteration, slots, perIteration }: DrawOptions): number[] {
  if (!Number.isSafeInteger(iteration) || iteration < 0)
    throw new RangeError(`iteration must be a non-negative integer, got ${iteration}`)
  if (!Number.isInteger(slots) || slots < 1) throw new RangeError(`slots must be a positive integer, got ${slots}`)
  if (!Number.isInteger(perIteration) || perIteration < 1 || perIteration > slots)
    throw new RangeError(`perIteration must be an integer in [1, ${slots}], got ${perIteration}`)
  const stretches = Math.floor(slots / perIteration)
  const order = randomFrom(derive(key, 'slots', Math.floor(iteration / stretches))).shuffle([...Array(slots).keys()])
  const start = (iteration % stretches) * perIteration
  return order.slice(start, start + perIteration)
}

/** The groups of the slots that are drawn for an iteration, from 1; each of as many episodes as the configuration says. */
export function drawnGroups(
  { config: { tasks }, root }: { readonly config: Pick<RunConfig, 'tasks'>; readonly root: Key },
  iteration: number,
  slots: Slots<unknown>,
): readonly PlannedGroup[] {
  const { perIteration, episodes } = tasks
  return drawSlots({ key: root, iteration: iteration - 1, slots: slots.length, perIteration }).map(slot =>
    plannedGroup({ use: 'train', iteration, slot, episodes }, slotAt(slots, slot).current.task),
  )
}
