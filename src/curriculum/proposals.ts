/** Changes of a slot's task: a proposal, and one iteration later a decision. Each is an event for `advance`. */
import { directionOf, type Band } from './acceptance/direction.ts'
import type { Accepts } from './acceptance/change.ts'
import { checkCount, successRate, type Count } from '../math/wilson.ts'
import type { DecidedEvent, ProposedEvent, WithdrawnEvent } from './lineage.ts'
import { slotAt, type Slot, type Slots } from './slots.ts'
import { sameData } from '../contracts/same-data.ts'

/** A new task as the proposer gives it; its version and parent come from the slot. */
export type Proposal<Task> = Omit<ProposedEvent<Task>, 'kind' | 'version' | 'parent'>

/**
 * A task proposed to replace the slot's current one.
 *
 * @throws {RangeError} if the slot is unknown or has a pending task, the task is the current one unchanged,
 *   or the baseline does not ask for this direction.
 */
export function propose<Task>(slots: Slots<Task>, proposal: Proposal<Task>, band: Band): ProposedEvent<Task> {
  const { current, pending, versions } = slotAt(slots, proposal.slot)
  if (pending !== null) throw new RangeError(`slot ${proposal.slot} already has version ${pending.version} pending`)
  if (sameData(current.task, proposal.task))
    throw new RangeError(`the task proposed for slot ${proposal.slot} must differ from its current one`)
  checkCount(proposal.baseline)
  const wanted = directionOf(successRate(proposal.baseline), band)
  if (wanted !== proposal.direction)
    throw new RangeError(`direction of slot ${proposal.slot} must be ${String(wanted)}, got ${proposal.direction}`)
  return { kind: 'proposed', ...proposal, version: versions, parent: current.version }
}

/** Grounds for a decision. */
export type Evidence =
  /** q′ against the baseline of its proposal, measured under an older policy. */
  | { readonly rule: 'paper'; readonly proposed: Count }
  /** q′ and q rolled out in this iteration. */
  | { readonly rule: 'sound'; readonly proposed: Count; readonly current: Count }

export interface Decision {
  readonly iteration: number
  readonly slot: number
  readonly evidence: Evidence
  readonly band: Band
  readonly accepts: Accepts
  /** Name of the formulation, where it is not the rule that decides on the evidence. */
  readonly by: string | null
}

/**
 * Whether the slot's pending task takes its place.
 *
 * @throws {RangeError} if the slot is unknown or has no pending task, or a count is out of range.
 */
export function decide<Task>(slots: Slots<Task>, decision: Decision): DecidedEvent {
  const { iteration, slot, evidence, band, accepts, by } = decision
  const { version, direction, baseline } = pendingOf(slotAt(slots, slot), slot)
  const { rule, proposed } = evidence
  checkCount(proposed)
  const current = rule === 'paper' ? baseline : evidence.current
  const accepted = accepts({ direction, current, proposed, band })
  const decided: DecidedEvent = { kind: 'decided', iteration, slot, version, rule, current, proposed, accepted }
  return by === null ? decided : { ...decided, by }
}

/**
 * Withdraws the slot's pending task without a decision, because its group could not be played.
 *
 * @throws {RangeError} if the slot is unknown or has no pending task.
 */
export function withdraw<Task>(slots: Slots<Task>, about: Omit<WithdrawnEvent, 'kind' | 'version'>): WithdrawnEvent {
  const { version } = pendingOf(slotAt(slots, about.slot), about.slot)
  return { kind: 'withdrawn', ...about, version }
}

function pendingOf<Task>({ pending }: Slot<Task>, index: number): ProposedEvent<Task> {
  if (pending === null) throw new RangeError(`slot ${index} must have a pending task, and has none`)
  return pending
}
