/** The health of the actors of a system. */
import {
  endWith,
  exhaustMap,
  ignoreElements,
  takeUntil,
  timer,
  type Observable,
  type SchedulerLike,
} from '../streams/rxjs.ts'
import type { Death } from './errors/death.ts'
import type { Spawned } from './deployment/deployment.ts'
import type { Inspection } from './deployment/inspection.ts'
import { within } from './waiting/within.ts'
import type { Wire } from './wires/wire.ts'

/** The state of an actor. `incarnation` counts its restarts. */
export type Health = (
  | { readonly state: 'starting'; readonly incarnation: number }
  | RunningHealth
  /** It has not answered in time: its thread is blocked, under a lease or in a hang that is not detected yet. */
  | { readonly state: 'silent'; readonly incarnation: number; readonly upMs: number }
  | { readonly state: 'dead'; readonly incarnation: number; readonly death: Death }
  /** It has finished, or was stopped. */
  | { readonly state: 'finished'; readonly incarnation: number }
) & {
  /** The other machine that it is on, by its worker's name; left out for one of this machine, and until it has a place. */
  readonly machine?: string
}

export interface RunningHealth extends Omit<Inspection, 'name'> {
  readonly state: 'running'
  readonly incarnation: number
  /** Since it was ready. */
  readonly upMs: number
}

/** By the actors' names, and the caller's: how it is, or as much as is known. */
export type Healths = Readonly<Record<string, Health>>

/** An actor seen from outside. */
export interface ActorInstance<Port extends Wire> {
  readonly spawned: Spawned<Port>
  readonly incarnation: number
  /** `null` until it is ready. */
  readonly readyAtMs: () => number | null
  /** `undefined` until it has ended, then its death, or `null` if it did not die. */
  readonly end: () => Death | null | undefined
}

/** @param deadlineMs to wait for its answer. */
export async function healthOf<Port extends Wire>(
  instance: ActorInstance<Port>,
  deadlineMs: number,
  scheduler: SchedulerLike,
): Promise<Health> {
  const state = await stateOf(instance, deadlineMs, scheduler)
  const machine = instance.spawned.machine?.() ?? null
  return machine === null ? state : { ...state, machine }
}

async function stateOf<Port extends Wire>(
  { spawned, incarnation, readyAtMs, end }: ActorInstance<Port>,
  deadlineMs: number,
  scheduler: SchedulerLike,
): Promise<Health> {
  const since = readyAtMs()
  if (since === null && end() === undefined) return { state: 'starting', incarnation }
  const answer = end() === undefined ? spawned.inspect().catch(() => null) : Promise.resolve(null)
  const seen = await Promise.race([answer, within(deadlineMs, answer, scheduler).then(() => null)])
  const death = end()
  if (death === null) return { state: 'finished', incarnation }
  if (death !== undefined) return { state: 'dead', incarnation, death }
  const upMs = scheduler.now() - (since ?? 0)
  if (seen === null) return { state: 'silent', incarnation, upMs }
  const { links, memory, tallies } = seen
  return { state: 'running', incarnation, upMs, links, memory, tallies }
}

/** @param stopped ends it by completing. @throws {RangeError} if `everyMs` is not positive. */
export function watchHealth(
  everyMs: number,
  health: (deadlineMs: number) => Promise<Healths>,
  stopped: Observable<never>,
  scheduler: SchedulerLike,
): Observable<Healths> {
  if (!(everyMs > 0 && everyMs < 2 ** 31)) throw new RangeError(`everyMs must be in (0, 2³¹), got ${everyMs}`)
  const end = stopped.pipe(ignoreElements(), endWith(null))
  return timer(0, everyMs, scheduler).pipe(
    exhaustMap(() => health(Math.min(everyMs, 1_000))),
    takeUntil(end),
  )
}
