/**
 * Messages between threads of vector worlds, the gpu actor and the conductor that runs them. The numbers themselves are in
 * shared memory (`src/vector`); these messages say that they are there. Types only.
 */
import type { Addressed, Identified } from '../actor.ts'
import type { NetworkSource } from '../models/network.ts'
import type { QueueTimes } from '../models/device-usage.ts'
import type { Failed } from './gpu.ts'
import type { SharedWorldBuffer } from '../worlds/world-buffer.ts'
import type { VectorRows } from '../worlds/vector-rows.ts'
import type { Key } from '../../math/random.ts'

/* gpu */

/** Put a network on the device under this name, replacing an earlier one. */
export interface LoadNetwork extends Identified {
  readonly kind: 'load-network'
  readonly network: string
  readonly source: NetworkSource
}

/** From now on the sender speaks through this buffer; an earlier one of the same sender is forgotten. */
export interface Attach extends Addressed {
  readonly kind: 'attach'
  /** Names the buffer in later messages: another one for each buffer there ever was. */
  readonly buffer: string
  readonly network: string
  readonly shared: SharedWorldBuffer
}

/** Rows [from, to) hold new observations: asks for the network's outputs. */
export interface Decide extends Addressed {
  readonly kind: 'decide'
  readonly buffer: string
  /** Index of the part. */
  readonly part: number
  /** Counts the requests of this part. */
  readonly turn: number
  readonly rows: { readonly from: number; readonly to: number }
  /** When it was sent, on the clock that all threads share. */
  readonly askedAt: number
}

/** Ask for the networks' use since the last such request. */
export interface MeasureUse extends Identified {
  readonly kind: 'measure'
}

export type StepRequest = LoadNetwork | Attach | Decide | MeasureUse

/** The outputs of a part's rows are in the buffer. */
export interface Decided extends Addressed {
  readonly kind: 'decided'
  readonly buffer: string
  readonly part: number
  readonly turn: number
}

export interface Measured extends Identified {
  readonly kind: 'measured'
  /** When, ms. */
  readonly at: number
  readonly calls: number
  /** Observations that these calls answered. */
  readonly rows: number
  /** Wall time within the networks. */
  readonly ms: number
  readonly queue: QueueTimes
}

export interface NetworkLoaded extends Identified {
  readonly kind: 'network-loaded'
}

export type StepReply = NetworkLoaded | Decided | Measured | Failed

/* worlds */

/** Step your worlds, from their start or from where they are; the gpu actor knows the network. */
export interface RunSteps extends Addressed {
  readonly kind: 'run'
  readonly network: string
  /** Numbers that it says of each row, at least as many as there are actions. */
  readonly outputs: number
}

/** Ask how far the worlds have come. */
export interface CountSteps extends Identified {
  readonly kind: 'count'
}

export type ToWorlds = RunSteps | CountSteps | Decided | Failed

export interface Counted extends Identified {
  readonly kind: 'counted'
  /** Incarnation of the thread: counts begin anew with each. */
  readonly life: number
  /** Of all worlds of the thread. */
  readonly steps: number
  readonly episodes: number
  /** When this was counted, ms. */
  readonly at: number
}

/* players of vector worlds */

/** Start worlds anew, play each for some steps by a network, and send all that happened. */
export interface PlayRows extends Identified {
  readonly kind: 'play-rows'
  readonly network: string
  /** Address of the actor that decides by it, or by a function of that name; the gpu actor if left out. */
  readonly decider?: string
  /** Numbers that it says of each row; `null` for as many as choose an action. */
  readonly outputs: number | null
  /** Of all chance. */
  readonly key: Key
  readonly worlds: number
  /** Of each world. */
  readonly steps: number
  readonly temperature: number
  /** Of the world, over those of the run. */
  readonly options: Readonly<Record<string, unknown>>
}

/** The gpu actor was replaced: ask it again for all that has no answer. */
export interface AskAgain extends Addressed {
  readonly kind: 'ask-again'
}

export type ToPlayer = PlayRows | AskAgain | Decided | Failed

export interface RowsPlayed extends Identified {
  readonly kind: 'rows-played'
  readonly rows: VectorRows
}

/* conductor */

export type ToConductor = Counted | NetworkLoaded | Measured | Failed
