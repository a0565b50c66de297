/** Actors under a virtual clock, whose messages arrive when the test says so. */
import type { Addressed } from '../../contracts/actor.ts'
import { asError } from '../../contracts/failure.ts'
import { tick as realTick } from '../../streams/tick.ts'
import { assemble } from '../assemble.ts'
import type { AssembleOptions, System } from '../system-interface.ts'
import { deathBy, type Cause } from '../errors/death.ts'
import { inProcess, type InProcess, type InThreadActor } from '../in-process.ts'
import type { SystemEvent } from '../supervision/system-event.ts'
import type { Wire } from '../wires/wire.ts'
import type { Way } from './channel.ts'
import { virtualClock, type VirtualClock } from './clock.ts'
import { post } from './post.ts'

export interface KitOptions extends AssembleOptions<InThreadActor> {
  /** Called for each post, once it could arrive: so that a custom scheduler can deliver it. */
  readonly posted?: (way: Way) => void
}

export interface Kit<In extends Addressed, Out extends Addressed> {
  readonly system: System<In, Out>
  /** Received by the caller so far: the kit listens to the inbox. */
  readonly received: readonly In[]
  /** Every death and every restart so far: the kit listens to the events. */
  readonly events: readonly SystemEvent[]
  /** The inbox's error; `null` before its end, or if it ended without one. */
  readonly failure: () => Error | null
  /** Starts at 0 ms, and moves only by `advance`, `untilIdle` and `until`. */
  readonly clock: VirtualClock
  /** The ways by which something can arrive now; `deliver` of one of them makes its oldest post arrive. */
  readonly deliveries: () => readonly Way[]
  /** Delivers until nothing is under way. @throws {Error} if `maxDeliveries` (100 000) are not enough. */
  readonly run: (maxDeliveries?: number) => void
  /** Lets time pass; all that is under way arrives before the clock moves, and again each time something was due. */
  readonly advance: (ms: number) => void
  /** Lets promises inside the actors and the runtime act, delivering nothing. */
  readonly tick: () => Promise<void>
  /** Delivers messages and runs promises until nothing is left to do, at each time up to `ms` from now. */
  readonly untilIdle: (ms?: number) => Promise<void>
  /** Runs, and puts the clock forward, until the promise settles. @throws {Error} if nothing is left that could settle it. */
  readonly until: <T>(promise: Promise<T>) => Promise<T>
  /** Ends an actor at once. Its posts arrive; those under way to it are lost. @throws {RangeError} if the actor does not exist. */
  readonly kill: (name: string, cause?: Cause, reason?: string) => void
}

/**
 * The runtime of `createSystem`, its supervision included, without threads and without real time. Messages are cloned
 * as between threads. Actors whose operators are synchronous run wholly synchronously.
 *
 * @throws what `createSystem` throws.
 */
export async function createKit<In extends Addressed, Out extends Addressed>({
  posted,
  ...options
}: KitOptions): Promise<Kit<In, Out>> {
  const clock = virtualClock()
  const { scheduler } = clock
  const { channel, defer, deliveries, posts } = post(posted)
  const running = new Map<string, InProcess<Wire>>()
  const waiting: (() => void)[] = []
  const tick = (): Promise<void> => new Promise(resolve => waiting.push(resolve))
  const runTicks = async (): Promise<void> => {
    for (const resolve of waiting.splice(0)) resolve()
    await realTick()
  }

  const system = await assemble<In, Out, InThreadActor, Wire>(options, {
    launch: (spec, placement) => {
      const actor = inProcess(spec, placement, { scheduler, tick, defer })
      running.set(spec.name, actor)
      return actor
    },
    ...{ channel, scheduler, tick, defer },
  })
  const received: In[] = []
  const events: SystemEvent[] = []
  let failure: Error | null = null
  system.inbox.subscribe({
    next: message => received.push(message),
    error: (thrown: unknown) => (failure = asError(thrown)),
  })
  system.events.subscribe(event => events.push(event))

  const run = (maxDeliveries = 100_000): void => {
    for (let count = 0, [way] = deliveries(); way !== undefined; count += 1, [way] = deliveries()) {
      if (count === maxDeliveries)
        throw new Error(`not at rest after ${maxDeliveries} deliveries; the next is ${way.from} → ${way.to}`)
      way.deliver()
    }
  }
  const advanceTo = (timeMs: number): void => {
    run()
    for (let due = clock.next(); due !== null && due <= timeMs; due = clock.next()) {
      clock.advanceTo(due)
      run()
    }
    clock.advanceTo(timeMs)
  }
  const rest = async (): Promise<void> => {
    for (let quiet = 0; quiet < patience;) {
      const before = posts()
      advanceTo(scheduler.now())
      await runTicks()
      quiet = posts() === before && waiting.length === 0 ? quiet + 1 : 0
    }
  }
  /** @returns whether there was something due by then. */
  const pass = async (untilMs: number): Promise<boolean> => {
    const due = clock.next()
    if (due === null || due > untilMs) return false
    clock.advanceTo(due)
    await rest()
    return true
  }

  return {
    ...{ system, received, events, clock, deliveries, run, tick: runTicks },
    failure: () => failure,
    advance: ms => advanceTo(scheduler.now() + ms),
    async untilIdle(ms = 0) {
      const untilMs = scheduler.now() + ms
      await rest()
      while (await pass(untilMs));
      clock.advanceTo(untilMs)
    },
    async until(promise) {
      let settled = false
      const settle = (): void => void (settled = true)
      promise.then(settle, settle)
      await rest()
      while (!settled) {
        if (!(await pass(Infinity))) throw new Error('nothing is under way or due that could settle the promise')
      }
      return promise
    },
    kill(name, cause = 'exit', reason = 'killed') {
      const actor = running.get(name)
      if (actor === undefined) throw new RangeError(`no such actor: ${name}`)
      actor.end(deathBy(cause, name, reason))
    },
  }
}

/** Ticks of the event loop without any activity, after which there will be none: a module that is loaded again takes one. */
const patience = 3
