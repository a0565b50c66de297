/** Where actors run: in separate threads, in the calling thread, or under a virtual clock. */
import type { SchedulerLike } from 'rxjs'
import type { Death } from '../errors/death.ts'
import type { Inspection } from './inspection.ts'
import type { BoardOptions } from '../wires/link-options.ts'
import type { Wire } from '../wires/wire.ts'

/** An actor's place among the others. */
export interface Placement<Port extends Wire> {
  /** By the address at the other end; given away. */
  readonly ports: Readonly<Record<string, Port>>
  readonly link: BoardOptions
  /** 0 at first, one more each time the actor is restarted. */
  readonly incarnation: number
  /** By how much the clock of this machine is ahead of the run's, ms; 0 if left out. */
  readonly clockMs?: number
}

/** An actor that was started. */
export interface Spawned<Port extends Wire> {
  readonly name: string
  /** The other machine that it is on, by its worker's name; `null` until that is known. Left out for an actor of this machine. */
  readonly machine?: () => string | null
  /** Rejects with a `DeathError` if the actor does not get ready, with a `FailedError` if it is stopped before. */
  readonly ready: Promise<void>
  /** How the actor died; `null` once it has ended because it finished or was stopped. */
  readonly died: Promise<Death | null>
  /** Resolves once the actor speaks to `peer` over `port`, or has ended: one that does not answer is cut off. */
  readonly join: (peer: string, port: Port) => Promise<void>
  /** @throws {FailedError} if the actor ends first or does not answer. */
  readonly inspect: () => Promise<Inspection>
  /** Ends the inbox, and the actor after `deadlineMs` at the latest. @returns whether the actor finished in time. */
  readonly stop: (deadlineMs?: number) => Promise<boolean>
}

export interface Deployment<Spec, Port extends Wire> {
  readonly launch: (spec: Spec, placement: Placement<Port>) => Spawned<Port>
  /** Two ends joined with each other, the first for `a` and the second for `b`. */
  readonly channel: (a: string, b: string) => readonly [Port, Port]
  /** Of the supervisor's delays and deadlines. */
  readonly scheduler: SchedulerLike
  /** Resolves once everything that has already reached the calling thread has been delivered. */
  readonly tick: () => Promise<void>
  /** How the caller's links put off work; by a microtask if omitted. */
  readonly defer?: (work: () => void) => void
}
