/** The running actors of a system: one instance for each name, joined with each other, replaced one after another. */
import type { Addressed } from '../contracts/actor.ts'
import type { Death } from './errors/death.ts'
import type { Deployment } from './deployment/deployment.ts'
import { DeathError } from './errors/death-error.ts'
import { FailedError } from './errors/failed-error.ts'
import type { ActorInstance } from './health.ts'
import { within } from './waiting/within.ts'
import type { BoardOptions } from './wires/link-options.ts'
import type { Switchboard } from './wires/switchboard.ts'
import type { Wire } from './wires/wire.ts'
import { wire, type Ports } from './wires/wiring.ts'
import { oneAfterAnother } from '../streams/one-after-another.ts'

interface RegistryOptions<Spec, Port extends Wire> {
  readonly actors: readonly Spec[]
  readonly caller: string
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>
  /** Of all links of an address. */
  readonly link: (address: string) => BoardOptions
  readonly board: Pick<Switchboard<Addressed, Addressed>, 'join' | 'flushed' | 'end' | 'close'>
  readonly deployment: Deployment<Spec, Port>
  readonly died: (death: Death) => void
  /** Called when an actor has ended without dying or being replaced. @param requested whether it was asked to. */
  readonly finished: (actor: string, requested: boolean) => void
  readonly restarted: (actor: string, incarnation: number) => void
}

interface ActorRegistry<Port extends Wire> {
  /** Resolves when every actor is ready; rejects with the reason of the first that is not. */
  readonly ready: Promise<void>
  /** @throws {RangeError} if there is no such actor. */
  readonly named: (name: string) => ActorInstance<Port>
  /** Replaces the named actor by a fresh one, after those that are being replaced already. @param gone called then, if it is alive. */
  readonly restart: (name: string, gone?: () => void) => Promise<void>
  /** The same, unless it has been replaced since it died. */
  readonly restartIfDead: (name: string) => Promise<void>
  readonly stop: (deadlineMs: number) => Promise<void>
}

export function actorRegistry<Spec extends { readonly name: string }, Port extends Wire>(
  options: RegistryOptions<Spec, Port>,
): ActorRegistry<Port> {
  const { actors, caller, neighbours, link, board, deployment, died, finished, restarted } = options
  const { scheduler } = deployment
  const running = new Map<string, ActorInstance<Port>>()
  const replaced = new WeakSet<ActorInstance<Port>>()
  let stopped = false

  const start = (spec: Spec, ports: Ports<Port>): ActorInstance<Port> => {
    const { name } = spec
    const incarnation = (running.get(name)?.incarnation ?? -1) + 1
    const spawned = deployment.launch(spec, { ports, link: link(name), incarnation })
    let readyAtMs: number | null = null
    let end: Death | null | undefined
    const instance: ActorInstance<Port> = { spawned, incarnation, readyAtMs: () => readyAtMs, end: () => end }
    running.set(name, instance)
    spawned.ready.then(() => (readyAtMs = scheduler.now()), ignore)
    void spawned.died.then(death => {
      end = death
      if (running.get(name) !== instance) return
      if (death !== null) died(death)
      /* Its successor may have been asked something already. */
      else if (!replaced.has(instance)) finished(name, stopped)
    })
    return instance
  }
  const named = (name: string): ActorInstance<Port> => {
    const instance = running.get(name)
    if (instance === undefined) throw new RangeError(`no such actor: ${name}`)
    return instance
  }

  const replace = async (name: string, gone = (): void => {}): Promise<void> => {
    const spec = actors.find(actor => actor.name === name)
    if (spec === undefined) throw new RangeError(`no such actor: ${name}`)
    const old = named(name)
    replaced.add(old)
    if (old.end() === undefined) gone()
    await old.spawned.stop(0)
    if (stopped) throw new FailedError({ kind: 'stopped', actor: name })
    const fresh: Record<string, Port> = {}
    const joining: Promise<void>[] = []
    for (const peer of neighbours.get(name) ?? []) {
      const [here, there] = deployment.channel(name, peer)
      fresh[peer] = here
      if (peer === caller) board.join(name, there)
      else joining.push(named(peer).spawned.join(name, there))
    }
    const { spawned, incarnation, end } = start(spec, fresh)
    await Promise.all([spawned.ready, ...joining])
    const death = end()
    if (death === null) throw new FailedError({ kind: 'stopped', actor: name })
    if (death !== undefined) throw new DeathError(death)
    restarted(name, incarnation)
  }

  const ports = wire(neighbours, deployment.channel)
  for (const [peer, port] of Object.entries(ports.get(caller) ?? {})) board.join(peer, port)
  const startAll = async (): Promise<void> => {
    await Promise.all(actors.map(spec => start(spec, ports.get(spec.name) ?? {}).spawned.ready))
  }
  const starting = startAll()
  /* One after another: two neighbours replaced at once would each close the other's new link. */
  const inSequence = oneAfterAnother(starting)

  return {
    ready: starting,
    named,
    restart: (name, gone) => inSequence(() => replace(name, gone)),
    restartIfDead: name => inSequence(async () => ((named(name).end() ?? null) === null ? undefined : replace(name))),
    async stop(deadlineMs) {
      stopped = true
      await within(deadlineMs, board.flushed(), scheduler)
      /* An actor that could not be launched is not in `running`. */
      for (const { name } of actors.toReversed()) await running.get(name)?.spawned.stop(deadlineMs)
      await deployment.tick()
      board.end()
      board.close()
    },
  }
}

const ignore = (): void => {}
