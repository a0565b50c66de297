/** An actor to be, as plain data. */
import type { ResourceLimits } from 'node:worker_threads'
import type { Observable } from 'rxjs'
import type { Addressed, Context } from '../../contracts/actor.ts'
import type { Strategy } from '../supervision/strategy.ts'

export interface ActorSpec<Options = unknown> {
  /** Its address. */
  readonly name: string
  /** Compiled module whose default export is an `ActorFactory`. */
  readonly module: URL
  /** Plain data for the factory. */
  readonly options?: Options
  /** Response to its death; if omitted, the system stops. */
  readonly supervision?: Strategy
  /** Of its heap: a full one is a death by out-of-memory. Memory outside the heap, such as typed arrays, does not count. */
  readonly resourceLimits?: ResourceLimits
  /** Most time until the actor is ready, 60 s. */
  readonly startMs?: number
  /** Longest time for which the actor may block its thread without a lease (`Context.blocking`), 5 s; more is a hang. */
  readonly hangMs?: number
  /** File for a CPU profile (.cpuprofile) of its thread, from being ready until it has finished or was stopped; none of one that dies. */
  readonly profile?: string
}

/** Any factory: the `default` export of an actor's module. */
export type AnyFactory = (options: never) => AnyActor | Promise<AnyActor>
export type AnyActor = (inbox: Observable<never>, context: Context) => Observable<Addressed>

/** The actor that a factory makes. */
export type ActorOf<Factory extends AnyFactory> = Awaited<ReturnType<Factory>>

/** The messages that an actor of this factory takes. */
export type InboxOf<Factory extends AnyFactory> =
  Parameters<ActorOf<Factory>>[0] extends Observable<infer In> ? In : never

/** The messages that an actor of this factory gives. */
export type OutboxOf<Factory extends AnyFactory> =
  ReturnType<ActorOf<Factory>> extends Observable<infer Out> ? Out : never

/** `options` may be left out where the factory can do without. */
export type SpecOf<Options> = undefined extends Options
  ? ActorSpec<Options>
  : ActorSpec<Options> & { readonly options: Options }

/**
 * The entry itself, its options held to those of the module that it names:
 * `actorSpec<typeof words>({ name, module, options })`, where `words` is imported as a type.
 */
export const actorSpec = <Factory extends AnyFactory>(spec: SpecOf<Parameters<Factory>[0]>): ActorSpec => spec
