/**
 * The task slots of a run: their number never changes, only which task each holds. Immutable; every
 * change is an event of the lineage, so the slots of a killed run are those that its tasks.jsonl replays to.
 */
import type { Direction } from '../contracts/worlds/environment.ts'
import type { LineageEvent, ProposedEvent } from './lineage.ts'
import { nth } from '../math/nth.ts'

/** One slot, with one task at a time and at most one proposed in its place. */
export interface Slot<Task> {
  /** The first task of the slot. */
  readonly root: Task
  readonly current: { readonly version: number; readonly task: Task }
  /** Proposed, and to be decided on after its group has been rolled out. */
  readonly pending: ProposedEvent<Task> | null
  /** Versions so far, the root and the pending one included: the number that the next one gets. */
  readonly versions: number
  /** Proposals accepted so far. */
  readonly accepted: Readonly<Record<Direction, number>>
}

/** By index. */
export type Slots<Task> = readonly Slot<Task>[]

/** The events that root one slot for each task, in order. */
export const rootEvents = <Task>(tasks: readonly Task[]): LineageEvent<Task>[] =>
  tasks.map((task, slot) => ({ kind: 'rooted', iteration: 0, slot, version: 0, task }))

/** The slots that a lineage leads to, from none. @throws {RangeError} as `advance`. */
export const replayLineage = <Task>(events: Iterable<LineageEvent<Task>>): Slots<Task> => {
  let slots: Slots<Task> = []
  for (const event of events) slots = advance(slots, event)
  return slots
}

/**
 * The slots after one event.
 *
 * @throws {RangeError} if the event contradicts the slots: roots a slot out of order or after a proposal,
 *   names an unknown slot or version, proposes while a task is pending, or decides on one that is not pending.
 */
export function advance<Task>(slots: Slots<Task>, event: LineageEvent<Task>): Slots<Task> {
  if (event.kind === 'rooted') return [...slots, rooted(slots, event.slot, event.task)]
  const slot = slotAt(slots, event.slot)
  const next = changed(slot, event)
  return next === slot ? slots : slots.with(event.slot, next)
}

/** @throws {RangeError} if there is no slot of this index. */
export function slotAt<Task>(slots: Slots<Task>, index: number): Slot<Task> {
  const slot = slots[index]
  if (slot === undefined) throw new RangeError(`slot must be an integer in [0, ${slots.length}), got ${index}`)
  return slot
}

/** Indices of the slots with a pending task, ascending. */
export const pendingSlots = <Task>(slots: Slots<Task>): number[] =>
  [...slots.keys()].filter(index => nth(slots, index).pending !== null)

/** Proposals accepted so far, in all slots. */
export const acceptedCounts = <Task>(slots: Slots<Task>): Record<Direction, number> => ({
  harder: slots.reduce((sum, { accepted }) => sum + accepted.harder, 0),
  easier: slots.reduce((sum, { accepted }) => sum + accepted.easier, 0),
})

function rooted<Task>(slots: Slots<Task>, index: number, task: Task): Slot<Task> {
  if (index !== slots.length) throw new RangeError(`slot must be ${slots.length}, the next to be rooted, got ${index}`)
  if (slots.some(({ versions }) => versions > 1)) throw new RangeError(`slot ${index} is rooted after a proposal`)
  return {
    root: task,
    current: { version: 0, task },
    pending: null,
    versions: 1,
    accepted: { harder: 0, easier: 0 },
  }
}

function changed<Task>(slot: Slot<Task>, event: Exclude<LineageEvent<Task>, { kind: 'rooted' }>): Slot<Task> {
  const where = `version of slot ${event.slot}`
  if (event.kind === 'proposed') {
    if (slot.pending !== null)
      throw new RangeError(`slot ${event.slot} already has version ${slot.pending.version} pending`)
    if (event.version !== slot.versions) throw new RangeError(`${where} must be ${slot.versions}, got ${event.version}`)
    if (event.parent !== slot.current.version)
      throw new RangeError(`parent in slot ${event.slot} must be ${slot.current.version}, got ${event.parent}`)
    return { ...slot, pending: event, versions: slot.versions + 1 }
  }
  const { current, pending } = slot
  if (event.kind === 'measured') {
    if (event.version !== current.version && event.version !== pending?.version)
      throw new RangeError(`${where} must be its current or pending one, got ${event.version}`)
    return slot
  }
  if (pending?.version !== event.version) throw new RangeError(`${where} must be pending, got ${event.version}`)
  if (event.kind === 'withdrawn' || !event.accepted) return { ...slot, pending: null }
  const { direction, version, task } = pending
  const accepted = { ...slot.accepted, [direction]: slot.accepted[direction] + 1 }
  return { ...slot, current: { version, task }, pending: null, accepted }
}
