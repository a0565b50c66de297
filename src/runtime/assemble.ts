/** Joins actors, wherever they run, with one address in the calling thread, and keeps them joined. */
import { Subject } from '../streams/rxjs.ts'
import type { Addressed } from '../contracts/actor.ts'
import { asError } from '../contracts/failure.ts'
import { held } from '../streams/held.ts'
import { twoTicks } from '../streams/tick.ts'
import { actorRegistry } from './actor-registry.ts'
import type { Death } from './errors/death.ts'
import type { Deployment } from './deployment/deployment.ts'
import { ClosedError } from './errors/closed-error.ts'
import { DeathError } from './errors/death-error.ts'
import { FailedError } from './errors/failed-error.ts'
import { healthOf, watchHealth, type Health, type Healths, type RunningHealth } from './health.ts'
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
  const asks = createAsks<In>(scheduler)
  const link = linksOf(common, edges)
  const board = switchboard<In, Out>(caller, link(caller), { ...deployment, take: asks.take })
  const events = held<SystemEvent>()
  const stopped = new Subject<never>()
  const beganMs = scheduler.now()
  let escalated: Death | null = null

  const supervision = supervisor({
    actors,
    scheduler,
    tell: events.push,
    restart: name => void running.restartIfDead(name).catch(unlessReported(error => fail(error))),
    escalate: death => {
      escalated = death
      fail(new DeathError(death))
    },
  })
  /* A restarted peer knows nothing of requests to its predecessor. */
  const join = (peer: string, wire: Wire): void => {
    asks.ended(peer)
    board.join(peer, wire)
  }
  const running = actorRegistry({
    actors,
    caller,
    neighbours: neighboursOf([caller, ...actors.map(({ name }) => name)], edges),
    link,
    board: { ...board, join },
    deployment,
    died: death => {
      asks.ended(death.actor)
      supervision.died(death)
    },
    /* Its last messages may still be under way. */
    finished: (actor, requested) =>
      void twoTicks(deployment.tick).then(() => {
        asks.ended(actor)
        if (!requested) events.push({ kind: 'exited', actor })
      }),
    restarted: (actor, incarnation) => events.push({ kind: 'restarted', actor, incarnation }),
  })
  const fail = (error: Error): void => {
    board.fail(error)
    asks.ended()
    void stop()
  }
  const health = async (deadlineMs = 1_000): Promise<Healths> => {
    const ask = async ({ name }: Spec) => [name, await healthOf(running.named(name), deadlineMs, scheduler)] as const
    const upMs = scheduler.now() - beganMs
    return { [caller]: ownHealth(upMs, board.counts()), ...Object.fromEntries(await Promise.all(actors.map(ask))) }
  }
  /** By the caller, and whole: while it stops, and where a death has ended it, messages that were under way are dropped. */
  let isStopped = false
  const runningBoard = () => {
    if (isStopped) throw new ClosedError('the system')
    return board
  }
  const stop = async (deadlineMs = 5_000): Promise<void> => {
    supervision.retire()
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
    send: message => runningBoard().send(message),
    ask: async (question, options = {}) => {
      const { send } = runningBoard()
      return asks.ask(question, () => send(question), options)
    },
    drained: board.drained,
    events: events.stream,
    inspect: async name => running.named(name).spawned.inspect(),
    health,
    watch: everyMs => watchHealth(everyMs, health, stopped, scheduler),
    restart: (name, gone) => {
      supervision.release(name)
      return running.restart(name, gone)
    },
    stop: async deadlineMs => {
      await stop(deadlineMs)
      isStopped = true
    },
  }
}

const ownHealth = (upMs: number, links: RunningHealth['links']): Health => ({
  state: 'running',
  incarnation: 0,
  upMs,
  links,
  memory: memoryNow(),
  tallies: {},
})

/** The death of a fresh actor is reported separately; any other reason is an internal error. */
const unlessReported =
  (fail: (error: Error) => void) =>
  (thrown: unknown): void => {
    if (!(thrown instanceof DeathError || thrown instanceof FailedError)) fail(asError(thrown))
  }
