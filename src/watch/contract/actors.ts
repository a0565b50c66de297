/** Actors and device of a run. Types only: the server and its page share them. */

/** A stretch of work, in milliseconds since the first iteration that is shown began. */
export interface WorkSpan {
  readonly lane: string
  readonly name: string
  readonly iteration: number
  readonly startMs: number
  readonly ms: number
  /** Of calls of the device that were close together: time within them, and how many they were; `null` where that is not known. */
  readonly busyMs: number | null
  readonly calls: number | null
  /** Most requests that were unfinished when one of them began. */
  readonly depth: number | null
}

/** A link between two actors, over all times that it was looked at. */
export interface LinkRow {
  /** E.g. `policy → gpu`. */
  readonly link: string
  readonly looks: number
  /** Messages at the sender. */
  readonly maxWaiting: number
  /** Messages that could be sent before the receiver took one. */
  readonly minCredits: number
}

export interface DeviceRow {
  readonly verb: string
  readonly model: string
  readonly calls: number
  readonly requests: number
  readonly sequences: number
  readonly tokens: number
  readonly ms: number
  /** How long requests waited; `null` without any. */
  readonly queueMeanMs: number | null
  readonly queueP95Ms: number | null
}

export interface ActorEvent {
  readonly actor: string
  /** Iterations made when it happened. */
  readonly iteration: number
  readonly kind: string
  readonly text: string
}

export interface ActorLife {
  readonly actor: string
  /** `dead` until it is restarted; `ended` where no process works for the run. */
  readonly state: 'lives' | 'dead' | 'ended'
  /** Other machines on which it was seen last, with commas; empty without. */
  readonly machines: string
  readonly deaths: number
  /** Cause and reason of the last death; empty without. */
  readonly lastDeath: string
}

export interface ActorsView {
  /** Process that uses the folder; `null` without. */
  readonly process: { readonly pid: number; readonly host: string } | null
  /** By name. */
  readonly lives: readonly ActorLife[]
  /** Deaths and restarts, in order; at most the last 500. */
  readonly events: readonly ActorEvent[]
  /** Iterations of `spans`; `null` without any. */
  readonly from: number | null
  readonly to: number | null
  readonly lanes: readonly string[]
  readonly spans: readonly WorkSpan[]
  /** Whether the run kept when they began; else they are laid one after the other. */
  readonly isTimed: boolean
  readonly links: readonly LinkRow[]
  /** Of the last iteration shown. */
  readonly device: readonly DeviceRow[]
  readonly deviceShare: number | null
}
