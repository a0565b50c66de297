/** Joins actors, wherever they run, with one address in the calling thread, and keeps them joined. */
import { Subject } from '../streams/rxjs.ts'
import type { Addressed } from '../contracts/actor.ts'
import { asError } from '../contracts/failure.ts'
import { held } from '../streams/held.ts'
import { actorRegistry } from './actor-registry.ts'
import type { Death } from './errors/death.ts'
import type { Deployment } from './deployment/deployment.ts'
import { ClosedError } from './errors/closed-error.ts'
import { DeathError } from './errors/death-error.ts'
import { FailedError } from './errors/failed-error.ts'
import { healthOf, watchHealth, type Health, type Healths } from './health.ts'
import { supervisor } from './supervision/supervisor.ts'
import type { SystemEvent } from './supervision/system-event.ts'
import type { AssembleOptions, Supervised, System } from './system-interface.ts'
import { memoryNow } from './deployment/inspection.ts'
import { createAsks } from './waiting/asks.ts'
import { unlessAborted } from './waiting/unless-aborted.ts'
import { switchboard } from './wires/switchboard.ts'
import type { Wire } from './wires/wire.ts'
import { linksOf, neighboursOf } from './wires/wiring.ts'

/**
 * Starts all actors and joins them; resolves when every one is ready.
 *
 * @throws {DeathError} if an actor does not get ready: the others are stopped first.
 * @throws {RangeError} if two addresses are the same, an edge names an unknown one, or a strategy cannot be.
 */
export async function assemble<In extends Addressed, Out extends Addressed, Spec extends Supervised, Port extends Wire>(
  { actors, caller = 'trainer', edges, link: common = {}, signal }: AssembleOptions<Spec>,
  deployment: Deployment<Spec, Port>,
): Promise<System<In, Out>> {
  const { scheduler } = deployment
  const neighbours = neighboursOf([caller, ...actors.map(({ name }) => name)], edges)
  const asks = createAsks<In>(scheduler)
  const link = linksOf(common, edges)
  const board = switchboard<In, Out>(caller, link(caller), { ...deployment, take: asks.take })
  const events = held<SystemEvent>()
  const stopped = new Subject<never>()
  const beganMs = scheduler.now()
  let escalated: Death | null = null

  const {
    died: decide,
    release,
    retire,
  } = supervisor({
    actors,
    scheduler,
    tell: events.push,
    restart: name => void running.restartIfDead(name).catch(ignoreEnd),
    escalate: death => {
      escalated = death
      fail(new DeathError(death))
    },
  })
  const restarted = (actor: string, incarnation: number): void => events.push({ kind: 'restarted', actor, incarnation })
  const died = (death: Death): void => {
    asks.ended(death.actor)
    decide(death)
  }
  const finished = async (actor: string, requested: boolean): Promise<void> => {
    /* Its last messages may still be under way, and queued in this tick. */
    await deployment.tick()
    await deployment.tick()
    asks.ended(actor)
    if (!requested) events.push({ kind: 'exited', actor })
  }
  /* A restarted peer knows nothing of requests to its predecessor. */
  const join = (peer: string, wire: Wire): void => {
    asks.ended(peer)
    board.join(peer, wire)
  }
  const callers = { ...board, join }
  const running = actorRegistry({
    actors,
    caller,
    neighbours,
    link,
    board: callers,
    deployment,
    died,
    finished: (actor, requested) => void finished(actor, requested),
    restarted,
  })
  const restart = (name: string): Promise<void> => {
    release(name)
    return running.restart(name)
  }
  const fail = (error: Error): void => {
    board.fail(error)
    asks.ended()
    void stop()
  }
  /* The death of a fresh actor is reported separately; any other reason is an internal error. */
  const ignoreEnd = (thrown: unknown): void => {
    if (!(thrown instanceof DeathError || thrown instanceof FailedError)) fail(asError(thrown))
  }
  const health = async (deadlineMs = 1_000): Promise<Healths> => {
    const ask = async ({ name }: Spec) => [name, await healthOf(running.named(name), deadlineMs, scheduler)] as const
    const [links, memory, upMs] = [board.counts(), memoryNow(), scheduler.now() - beganMs]
    const own: Health = { state: 'running', incarnation: 0, upMs, links, memory, tallies: {} }
    return { [caller]: own, ...Object.fromEntries(await Promise.all(actors.map(ask))) }
  }
  /** By the caller, and whole: while it stops, and where a death has ended it, messages that were under way are dropped. */
  let isStopped = false
  const requireRunning = (): void => {
    if (isStopped) throw new ClosedError('the system')
  }
  const stop = async (deadlineMs = 5_000): Promise<void> => {
    retire()
    await running.stop(deadlineMs)
    asks.ended()
    events.end()
    stopped.complete()
  }

  try {
    await unlessAborted(running.ready, signal)
  } catch (error) {
    await stop(0)
    throw escalated === null ? error : new DeathError(escalated)
  }
  return {
    inbox: board.inbox,
    send: message => {
      requireRunning()
      board.send(message)
    },
    ask: async (question, options = {}) => {
      requireRunning()
      return asks.ask(question, () => board.send(question), options)
    },
    drained: board.drained,
    events: events.stream,
    inspect: async name => running.named(name).spawned.inspect(),
    health,
    watch: everyMs => watchHealth(everyMs, health, stopped, scheduler),
    restart,
    stop: async deadlineMs => {
      await stop(deadlineMs)
      isStopped = true
    },
  }
}
