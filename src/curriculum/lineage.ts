/**
 * The history of a run's tasks, as events: the lines of tasks.jsonl, appended and never changed. The slots at any time
 * result from replaying the events (`replay` in slots.ts). A task is opaque JSON.
 */
import type { Direction } from '../contracts/worlds/environment.ts'
import type { Count } from '../math/wilson.ts'

/** `paper` compares measurements one iteration apart; `sound` compares intervals side by side. */
export type AcceptanceRule = 'paper' | 'sound'

/** Where in a run an event belongs. */
interface Place {
  readonly iteration: number
  /** Index of the slot, from 0. */
  readonly slot: number
  /** Version of the slot's task that the event is about; 0 is the root, and each proposal takes the next number. */
  readonly version: number
}

/** A slot begins with its root task; slots are rooted in order, before anything else. */
export interface RootedEvent<Task> extends Place {
  readonly kind: 'rooted'
  readonly version: 0
  readonly task: Task
}

/** The version's group of episodes is in. */
export interface MeasuredEvent extends Place {
  readonly kind: 'measured'
  readonly count: Count
}

/** A task made from the slot's current one, to be rolled out in the next iteration. */
export interface ProposedEvent<Task> extends Place {
  readonly kind: 'proposed'
  readonly task: Task
  /** Version it was made from. */
  readonly parent: number
  readonly direction: Direction
  /** Who made it, e.g. the adapter's name. */
  readonly proposer: string
  /** The kind of edit, e.g. `hide-target`. */
  readonly edit: string
  /** One sentence: what changed. */
  readonly reason: string
  /** How the parent fared when this was proposed. */
  readonly baseline: Count
}

/** A pending version becomes current, or is dropped. */
export interface DecidedEvent extends Place {
  readonly kind: 'decided'
  readonly rule: AcceptanceRule
  /** Name of the formulation that decided on the rule's evidence in its place. */
  readonly by?: string
  readonly accepted: boolean
  /** Successes of the parent, for this decision: the baseline by `paper`, measured side by side by `sound`. */
  readonly current: Count
  readonly proposed: Count
}

/** A pending version is withdrawn without a decision, because its episodes could not be played. */
export interface WithdrawnEvent extends Place {
  readonly kind: 'withdrawn'
  readonly reason: string
}

export type LineageEvent<Task> = RootedEvent<Task> | MeasuredEvent | ProposedEvent<Task> | DecidedEvent | WithdrawnEvent

/** One version of a slot's task and what became of it. */
export interface Version<Task> {
  readonly version: number
  readonly task: Task
  /** `null` for a root. */
  readonly origin: Omit<ProposedEvent<Task>, 'kind' | 'slot' | 'version' | 'task'> | null
  readonly fate: 'root' | 'pending' | 'accepted' | 'rejected' | 'withdrawn'
  /** Every group rolled out from it, in order. */
  readonly measurements: readonly { readonly iteration: number; readonly count: Count }[]
}

/** All versions that a slot ever had, the root first. */
export function versionsOf<Task>(events: readonly LineageEvent<Task>[], slot: number): readonly Version<Task>[] {
  const versions = new Map<number, Version<Task>>()
  for (const event of events) {
    if (event.slot !== slot) continue
    const next = after(versions.get(event.version), event)
    if (next !== null) versions.set(event.version, next)
  }
  return [...versions.values()]
}

/** A group of episodes. */
interface PlayedIn {
  readonly slot: number
  readonly iteration: number
  /** `pending` of a proposed task. */
  readonly use: string
}

/**
 * The version of its slot's task that a group played; `null` where the lineage does not show it. Of two versions that were
 * played in one iteration the later one was proposed to replace the other.
 */
export function playedVersion<Task>(
  events: readonly LineageEvent<Task>[],
  { slot, iteration, use }: PlayedIn,
): Version<Task> | null {
  const played = versionsOf(events, slot).filter(({ measurements }) =>
    measurements.some(measured => measured.iteration === iteration),
  )
  return (use === 'pending' ? played.at(-1) : played[0]) ?? null
}

function after<Task>(version: Version<Task> | undefined, event: LineageEvent<Task>): Version<Task> | null {
  switch (event.kind) {
    case 'rooted':
      return { version: 0, task: event.task, origin: null, fate: 'root', measurements: [] }
    case 'proposed': {
      const { kind: _kind, slot: _slot, version: number, task, ...origin } = event
      return { version: number, task, origin, fate: 'pending', measurements: [] }
    }
    case 'measured': {
      const { iteration, count } = event
      return version === undefined
        ? null
        : { ...version, measurements: [...version.measurements, { iteration, count }] }
    }
    case 'decided':
      return version === undefined ? null : { ...version, fate: event.accepted ? 'accepted' : 'rejected' }
    case 'withdrawn':
      return version === undefined ? null : { ...version, fate: 'withdrawn' }
  }
}
