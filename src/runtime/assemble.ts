/** Joins actors, wherever they run, with one address in the calling thread, and keeps them joined. */
import { Subject, type Observable } from 'rxjs'
import type { Addressed } from '../actor.ts'
import { asError } from '../failure.ts'
import { held } from '../streams/held.ts'
import { company } from './company.ts'
import type { Death } from './death.ts'
import type { Deployment } from './deployment.ts'
import { DeathError } from './errors/death-error.ts'
import { FailedError } from './errors/failed-error.ts'
import { healthOf, watchHealth, type Health, type Healths } from './health.ts'
import type { Strategy } from './supervision/strategy.ts'
import { supervisor } from './supervision/supervisor.ts'
import type { SystemEvent } from './supervision/system-event.ts'
import { memoryNow, type Inspection } from './thread/control.ts'
import { createAsks, type AskOptions, type Question } from './waiting/asks.ts'
import type { LinkOptions } from './wires/link-options.ts'
import { switchboard } from './wires/switchboard.ts'
import type { Wire } from './wires/wire.ts'
import { linksOf, neighboursOf, type Edges } from './wires/wiring.ts'

export interface AssembleOptions<Spec> {
  /** In the order in which they can do without those after them: they are stopped from the last to the first. */
  readonly actors: readonly Spec[]
  /** Address of the calling thread. */
  readonly caller?: string
  /** Who speaks with whom, in both directions; everybody with everybody if omitted. */
  readonly edges?: Edges
  /** Of every link whose edge does not say otherwise. */
  readonly link?: LinkOptions
}

export interface System<In extends Addressed, Out extends Addressed> {
  /**
   * What the actors send to the caller; what arrives while nobody listens waits for the next listener. Ends when
   * the system has stopped, and with a `DeathError` as soon as a death escalates.
   */
  readonly inbox: Observable<In>
  /** @throws {UnknownAddressError} if `to` is not joined with the caller; {MailboxFullError} if it does not keep up. */
  readonly send: (message: Out) => void
  /**
   * Sends a question and waits for its answer, which does not go to the inbox: one with the question's `id`, or
   * whatever `reply` accepts. A `failed` message with the id is a refusal. What comes too late goes to the inbox.
   *
   * @throws {FailedError} with the failure of the refusal; `stopped` if the actor ends or is replaced first; `crashed`
   *   if it has not answered by the deadline.
   */
  readonly ask: <Reply extends In = In>(question: Question<Out>, options?: AskOptions<In, Reply>) => Promise<Reply>
  /** Resolves once no mailbox of the caller is at its bound. @throws {StandstillError} if nothing leaves one for `link.waitMs`. */
  readonly drained: () => Promise<void>
  /**
   * Every death with what is done about it, and every restart; ends when the system has stopped. Waits for a
   * listener too. An actor that was stopped has not died.
   */
  readonly events: Observable<SystemEvent>
  /**
   * Puts a fresh actor in the place of the named one, dead or alive. Messages under way to the old one are lost.
   *
   * @throws {RangeError} if there is no such actor; {DeathError} if it does not get ready.
   */
  readonly restart: (name: string) => Promise<void>
  /** @throws {RangeError} if there is no such actor; {FailedError} if it is dead or does not answer. */
  readonly inspect: (name: string) => Promise<Inspection>
  /**
   * How everybody is, the caller included, by name. Whoever does not answer by the deadline (1 s) is shown as `silent`;
   * nobody is waited for longer.
   */
  readonly health: (deadlineMs?: number) => Promise<Healths>
  /** `health` again and again until the system has stopped. @throws {RangeError} if `everyMs` is not positive. */
  readonly watch: (everyMs: number) => Observable<Healths>
  /** Ends every actor, giving each `deadlineMs` (5000) to finish what was sent to it before. */
  readonly stop: (deadlineMs?: number) => Promise<void>
}

/** What `assemble` reads of an actor's entry; the rest is its deployment's. */
export interface Supervised {
  readonly name: string
  /** What is done when it dies; if omitted, the system stops. */
  readonly supervision?: Strategy
}

/**
 * Starts all actors and joins them; resolves when every one is ready.
 *
 * @throws {DeathError} if an actor does not get ready: the others are stopped first.
 * @throws {RangeError} if two addresses are the same, an edge names an unknown one, or a strategy cannot be.
 */
export async function assemble<In extends Addressed, Out extends Addressed, Spec extends Supervised, Port extends Wire>(
  { actors, caller = 'trainer', edges, link: common = {} }: AssembleOptions<Spec>,
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
    restart: name => void running.revive(name).catch(ignoreEnd),
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
  const finished = async (actor: string): Promise<void> => {
    /* What it sent last may still be under way, and in the queue of this turn. */
    await deployment.turn()
    await deployment.turn()
    asks.ended(actor)
  }
  /* Whoever is joined anew does not know what its predecessor was asked. */
  const join = (peer: string, wire: Wire): void => {
    asks.ended(peer)
    board.join(peer, wire)
  }
  const callers = { ...board, join }
  const running = company({
    actors,
    caller,
    neighbours,
    link,
    board: callers,
    deployment,
    died,
    finished: actor => void finished(actor),
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
  /* A fresh actor that died is told of as another death; any other reason is ours to mend. */
  const ignoreEnd = (thrown: unknown): void => {
    if (!(thrown instanceof DeathError || thrown instanceof FailedError)) fail(asError(thrown))
  }
  const health = async (deadlineMs = 1_000): Promise<Healths> => {
    const ask = async ({ name }: Spec) => [name, await healthOf(running.named(name), deadlineMs, scheduler)] as const
    const [links, memory, upMs] = [board.counts(), memoryNow(), scheduler.now() - beganMs]
    const own: Health = { state: 'running', incarnation: 0, upMs, links, memory, tallies: {} }
    return { [caller]: own, ...Object.fromEntries(await Promise.all(actors.map(ask))) }
  }
  const stop = async (deadlineMs = 5_000): Promise<void> => {
    retire()
    await running.stop(deadlineMs)
    asks.ended()
    events.end()
    stopped.complete()
  }

  try {
    await running.ready
  } catch (error) {
    await stop(0)
    throw escalated === null ? error : new DeathError(escalated)
  }
  return {
    inbox: board.inbox,
    send: board.send,
    ask: (question, options = {}) => asks.ask(question, () => board.send(question), options),
    drained: board.drained,
    events: events.stream,
    inspect: async name => running.named(name).spawned.inspect(),
    health,
    watch: everyMs => watchHealth(everyMs, health, stopped, scheduler),
    restart,
    stop,
  }
}
