/** The interface of a system of actors. */
import type { Observable } from 'rxjs'
import type { Addressed } from '../contracts/actor.ts'
import type { Calls } from '../contracts/messages/calls.ts'
import type { Healths } from './health.ts'
import type { Strategy } from './supervision/strategy.ts'
import type { SystemEvent } from './supervision/system-event.ts'
import type { Inspection } from './deployment/inspection.ts'
import type { AskOptions, Question } from './waiting/asks.ts'
import type { LinkOptions } from './wires/link-options.ts'
import type { Edges } from './wires/wiring.ts'

export interface AssembleOptions<Spec> {
  /** Each needs only those before it: they are stopped from the last to the first. */
  readonly actors: readonly Spec[]
  /** Address of the calling thread. */
  readonly caller?: string
  /** The pairs of actors that are joined, in both directions; all pairs if omitted. */
  readonly edges?: Edges
  /** Of every link whose edge does not say otherwise. */
  readonly link?: LinkOptions
  /** Aborted before all are ready: they are stopped, and its reason is thrown. */
  readonly signal?: AbortSignal
}

/** The answer to a question: by its kind that of `Calls`, any message where that names none. */
export type AnswerTo<Asked extends Addressed, In> = Asked['kind'] extends keyof Calls
  ? [Extract<In, Calls[Asked['kind']]['reply']>] extends [never]
    ? In
    : Extract<In, Calls[Asked['kind']]['reply']>
  : In

export interface System<In extends Addressed, Out extends Addressed> {
  /**
   * Messages of the actors to the caller; those without a listener wait for the next one. Ends when the system has
   * stopped, and with a `DeathError` as soon as a death escalates.
   */
  readonly inbox: Observable<In>
  /** @throws {UnknownAddressError} if `to` is not joined with the caller; {MailboxFullError} if it does not keep up; {ClosedError} after `stop`. */
  readonly send: (message: Out) => void
  /**
   * Sends a question and waits for its answer, which does not go to the inbox: one with the question's `id`, or
   * whatever `reply` accepts. A `failed` message with the id is a refusal. Late answers go to the inbox.
   *
   * @throws {FailedError} with the failure of the refusal; `stopped` if the actor ends or is replaced first; `crashed`
   *   if it has not answered by the deadline.
   */
  readonly ask: <Asked extends Question<Out>, Reply extends In = AnswerTo<Asked, In>>(
    question: Asked,
    options?: AskOptions<In, Reply>,
  ) => Promise<Reply>
  /** Resolves once no mailbox of the caller is at its bound. @throws {StandstillError} if nothing leaves one for `link.waitMs`. */
  readonly drained: () => Promise<void>
  /**
   * Every death with the response to it, and every restart; ends when the system has stopped. Waits for a listener too.
   * An actor that was stopped has not died.
   */
  readonly events: Observable<SystemEvent>
  /**
   * Replaces the named actor by a fresh one, dead or alive, after those that are being replaced. Messages under way to the old one are lost.
   *
   * @param gone called when that begins, if the actor is alive.
   * @throws {RangeError} if there is no such actor; {DeathError} if it does not get ready.
   */
  readonly restart: (name: string, gone?: () => void) => Promise<void>
  /** @throws {RangeError} if there is no such actor; {FailedError} if it is dead or does not answer. */
  readonly inspect: (name: string) => Promise<Inspection>
  /**
   * The health of every actor, the caller included, by name. An actor that does not answer by the deadline (1 s) is shown
   * as `silent`.
   */
  readonly health: (deadlineMs?: number) => Promise<Healths>
  /** `health` again and again until the system has stopped. @throws {RangeError} if `everyMs` is not positive. */
  readonly watch: (everyMs: number) => Observable<Healths>
  /** Ends every actor, giving each `deadlineMs` (5000) to finish earlier messages. */
  readonly stop: (deadlineMs?: number) => Promise<void>
}

/** What `assemble` reads of an actor's entry; the rest is its deployment's. */
export interface Supervised {
  readonly name: string
  /** Response to its death; if omitted, the system stops. */
  readonly supervision?: Strategy
}
