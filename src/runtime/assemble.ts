/** Joins actors, wherever they run, with one address in the calling thread, and keeps them joined. */
import type { Observable } from 'rxjs'
import { MessageChannel } from 'node:worker_threads'
import type { Addressed } from '../actor.ts'
import { held } from '../streams/held.ts'
import { turn } from '../streams/turn.ts'
import type { Inspection } from './thread/control.ts'
import type { Death } from './death.ts'
import { FailedError } from './errors/failed-error.ts'
import type { LinkOptions } from './wires/link.ts'
import type { Spawned } from './thread/spawn.ts'
import { switchboard } from './wires/switchboard.ts'
import { within } from './waiting/within.ts'
import { neighboursOf, wire, type Edges, type Ports } from './wires/wiring.ts'

export interface AssembleOptions<Spec> {
  /** In the order in which they can do without those after them: they are stopped from the last to the first. */
  readonly actors: readonly Spec[]
  /** Address of the calling thread. */
  readonly caller?: string
  /** Who speaks with whom, in both directions; everybody with everybody if omitted. */
  readonly edges?: Edges
  readonly link?: LinkOptions
}

export interface System<In extends Addressed, Out extends Addressed> {
  /** What the actors send to the caller; what arrives while nobody listens waits for the next listener. */
  readonly inbox: Observable<In>
  /** @throws {UnknownAddressError} if `to` is not joined with the caller; {MailboxFullError} if it does not keep up. */
  readonly send: (message: Out) => void
  /** Every death; ends when the system has stopped. Waits for a listener too. An actor that was stopped has not died. */
  readonly deaths: Observable<Death>
  /**
   * Puts a fresh actor in the place of the named one, dead or alive. Messages under way to the old one are lost.
   *
   * @throws {RangeError} if there is no such actor; {DeathError} if it does not get ready.
   */
  readonly restart: (name: string) => Promise<void>
  /** @throws {RangeError} if there is no such actor; {FailedError} if it is dead or does not answer. */
  readonly inspect: (name: string) => Promise<Inspection>
  /** Ends every actor, giving each `deadlineMs` (5000) to finish what was sent to it before. */
  readonly stop: (deadlineMs?: number) => Promise<void>
}

/** Starts one actor, giving it its ports. */
export type Launch<Spec> = (spec: Spec, ports: Ports, link: LinkOptions) => Spawned

/**
 * Starts all actors and joins them; resolves when every one is ready.
 *
 * @throws {DeathError} if an actor does not get ready: the others are stopped first.
 * @throws {RangeError} if two addresses are the same, or an edge names an unknown one.
 */
export async function assemble<In extends Addressed, Out extends Addressed, Spec extends { readonly name: string }>(
  { actors, caller = 'trainer', edges, link = {} }: AssembleOptions<Spec>,
  launch: Launch<Spec>,
): Promise<System<In, Out>> {
  const neighbours = neighboursOf([caller, ...actors.map(({ name }) => name)], edges)
  const board = switchboard<In, Out>(caller, link)
  const deaths = held<Death>()
  const running = new Map<string, Spawned>()
  let stopped = false

  const start = (spec: Spec, ports: Ports): Spawned => {
    const spawned = launch(spec, ports, link)
    running.set(spec.name, spawned)
    void spawned.died.then(death => {
      if (death !== null && running.get(spec.name) === spawned) deaths.push(death)
    })
    return spawned
  }
  const named = (name: string): Spawned => {
    const spawned = running.get(name)
    if (spawned === undefined) throw new RangeError(`no such actor: ${name}`)
    return spawned
  }
  const stop = async (deadlineMs = 5_000): Promise<void> => {
    stopped = true
    await within(deadlineMs, board.settled())
    for (const { name } of actors.toReversed()) await named(name).stop(deadlineMs)
    await turn()
    board.end()
    board.close()
    deaths.end()
  }

  const ports = wire(neighbours)
  for (const [peer, port] of Object.entries(ports.get(caller) ?? {})) board.join(peer, port)
  const starting = actors.map(spec => start(spec, ports.get(spec.name) ?? {}).ready)
  try {
    await Promise.all(starting)
  } catch (error) {
    await stop(0)
    throw error
  }

  const restart = async (name: string): Promise<void> => {
    const spec = actors.find(actor => actor.name === name)
    if (spec === undefined) throw new RangeError(`no such actor: ${name}`)
    await named(name).stop(0)
    if (stopped) throw new FailedError({ kind: 'stopped', actor: name })
    const fresh: Ports = {}
    const joining: Promise<void>[] = []
    for (const peer of neighbours.get(name) ?? []) {
      const { port1, port2 } = new MessageChannel()
      fresh[peer] = port1
      if (peer === caller) board.join(name, port2)
      else joining.push(named(peer).join(name, port2).catch(ignoreEnd))
    }
    await Promise.all([start(spec, fresh).ready, ...joining])
  }
  /* One after another: two neighbours restarted at once would each close the other's new link. */
  let restarting: Promise<unknown> = Promise.resolve()

  return {
    inbox: board.inbox,
    send: board.send,
    deaths: deaths.stream,
    inspect: async name => named(name).inspect(),
    stop,
    restart: name => {
      const restarted = restarting.then(() => restart(name))
      restarting = restarted.catch(() => {})
      return restarted
    },
  }
}

/** A neighbour that has ended itself is joined when it is restarted. */
function ignoreEnd(error: unknown): void {
  if (!(error instanceof FailedError && error.failure.kind === 'stopped')) throw error
}
