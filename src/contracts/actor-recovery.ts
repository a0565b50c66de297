/** How the actors of a run are restored when they die, and whose work their deaths undo: data, by kind of message. Types only. */
import type { Addressed } from './actor.ts'

/**
 * An effect on the state of an actor: none; `begun`, which a whole state does not contain (gradients that no optimizer step
 * has used); or `done`, which it does.
 */
export type StateChange = 'none' | 'begun' | 'done'

/** The request that returns a whole state, and the message that gives it back to a fresh actor. */
export interface WholeState {
  readonly askedBy: string
  readonly returnedBy: string
  /** It carries the fields of the request, and the state. */
  readonly restoredBy: string
  /** Field of the reply and of the restoring message that holds the state. */
  readonly field: string
  /**
   * Field of the reply to the restoring message: `true` where the part of the state outlives the actor. Then nothing answered is sent
   * again, and the rest is sent under the same number. Left out, no part does.
   */
  readonly outlivesBy?: string
}

/** A part in an episode: running its world, choosing its actions, or writing notes on its steps. */
export type EpisodePart = 'host' | 'act' | 'observe'

/** The record of an actor by which a run survives its death. */
export interface ActorRecovery<Kind extends string = string> {
  /** By kind of request; requests of other kinds are refused. */
  readonly changes: Readonly<Record<Kind, StateChange>>
  /** Field of a message that names the part of the state it concerns; `null` where the state has no parts. */
  readonly part: string | null
  /**
   * Kinds of request that are numbered part by part, from 1, as `seq`: the actor applies none of them twice, though it may
   * live longer than its client. None if left out.
   */
  readonly numbered?: readonly Kind[]
  /** `null` where nothing is kept, or where it cannot be returned. */
  readonly wholeState: WholeState | null
  /** Request that is sent last to a fresh actor: once it is answered, the state is restored. `null`: nothing is waited for. */
  readonly probe: Kind | null
  /** Parts that it takes in episodes: its death undoes the episodes in which one of them is still to come. */
  readonly episodes: readonly EpisodePart[]
  /** Kind of message that makes it forget an episode; `null` where it keeps nothing, or is notified by others. */
  readonly forgetsBy: 'abandon' | 'closed' | null
  /** Address of the pool it belongs to: a request to the pool goes to any one that is ready. `null`: of none. */
  readonly pool: string | null
}

/** By address of the actor. */
export type Recoveries = ReadonlyMap<string, ActorRecovery>

/** A request that may have to be sent again; one without an id has no reply. */
export interface LoggedMessage extends Addressed {
  readonly id?: string
}

/** A reply to the request of the same id. */
export interface ReplyMessage extends Addressed {
  readonly id: string
}
