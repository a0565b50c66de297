/** The actors that a worker runs for one session, each in a thread. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { reasonOf } from '../../contracts/failure.ts'
import { requireImportable } from '../../contracts/importable.ts'
import { twoTicks } from '../../streams/tick.ts'
import type { Spawned } from '../deployment/deployment.ts'
import { deathBy } from '../errors/death.ts'
import { spawn } from '../thread/spawn.ts'
import { now } from '../waiting/clock.ts'
import { createChannels } from './channels.ts'
import type { Launch, ToRun, ToWorker } from './messages.ts'
import type { Installed } from './packages.ts'

interface HostedOptions {
  readonly send: (message: ToRun) => void
  readonly installed: Installed
  /** Places of the worker, and how many of them are in use by all sessions. */
  readonly slots: number
  readonly taken: () => number
}

interface HostedActors {
  readonly take: (message: ToWorker) => void
  /** Places in use. */
  readonly count: () => number
  /** Ends every actor at once; resolves when all threads have ended. */
  readonly end: () => Promise<void>
}

interface HostedActor {
  readonly spawned: Promise<Spawned<MessagePort> | null>
  stopping: Promise<boolean> | null
}

export function createHostedActors({ send, installed, slots, taken }: HostedOptions): HostedActors {
  const actors = new Map<number, HostedActor>()
  /** Lives that are to be launched. */
  const reserved = new Set<number>()
  const channels = createChannels(send)
  let over = false

  const portOf = (channel: number): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    channels.open(channel, port1)
    return port2
  }
  const start = async (launch: Launch, ports: Readonly<Record<string, MessagePort>>): Promise<Spawned<MessagePort>> => {
    const { name, module, options, packages, link, incarnation, limits, nowMs } = launch
    const clockMs = now() - nowMs
    installed.require(packages)
    const here = await installed.resolve({ module, options }, packages)
    requireImportable(here.module)
    if (over) throw new Error('the session has ended')
    const spec = { name, module: new URL(here.module), options: here.options, ...limits }
    return spawn(spec, { ports, link, incarnation, clockMs })
  }
  const reserve = (life: number, beyond: boolean): void => {
    if (!beyond && taken() >= slots) return send({ kind: 'refused', life, taken: taken() })
    reserved.add(life)
    send({ kind: 'reserved', life })
  }
  const launch = (message: Launch): void => {
    const { life, name } = message
    if (!reserved.delete(life)) throw new RangeError(`a place must be reserved for ${name} before it is launched`)
    const ports = Object.fromEntries(Object.entries(message.channels).map(([peer, channel]) => [peer, portOf(channel)]))
    const refuse = (thrown: unknown): null => {
      for (const port of Object.values(ports)) port.close()
      const death = deathBy('start', name, reasonOf(thrown))
      actors.delete(life)
      send({ kind: 'ended', life, death, finished: false })
      return null
    }
    const actor: HostedActor = { spawned: start(message, ports).catch(refuse), stopping: null }
    actors.set(life, actor)
    void actor.spawned.then(spawned => {
      if (spawned !== null) void follow(life, actor, spawned)
    })
  }
  const follow = async (life: number, actor: HostedActor, { ready, died }: Spawned<MessagePort>): Promise<void> => {
    ready.then(
      () => send({ kind: 'ready', life }),
      () => {},
    )
    const death = await died
    const finished = await (actor.stopping ?? Promise.resolve(death === null))
    /* Its last messages may still be under way to this thread. */
    await twoTicks()
    actors.delete(life)
    send({ kind: 'ended', life, death, finished })
  }
  const stop = (actor: HostedActor, deadlineMs: number): Promise<boolean> => {
    const stopped = actor.spawned.then(async spawned => {
      await twoTicks()
      return spawned?.stop(deadlineMs) ?? false
    })
    actor.stopping ??= stopped
    return stopped
  }

  return {
    count: () => reserved.size + actors.size,
    take: message => {
      if (message.kind === 'frame' || message.kind === 'close') return channels.take(message)
      if (message.kind === 'launch') return launch(message)
      const { life } = message
      if (message.kind === 'reserve') return reserve(life, message.beyond)
      if (message.kind === 'release') return void reserved.delete(life)
      const actor = actors.get(life)
      switch (message.kind) {
        case 'join': {
          const { peer, channel } = message
          const port = portOf(channel)
          const joined = (): void => send({ kind: 'joined', life, channel })
          if (actor === undefined) port.close()
          return void actor?.spawned.then(spawned => spawned?.join(peer, port)).then(joined, joined)
        }
        case 'inspect': {
          const answer = actor?.spawned.then(spawned => spawned?.inspect() ?? null) ?? Promise.resolve(null)
          const { id } = message
          return void answer.catch(() => null).then(inspection => send({ kind: 'inspected', life, id, inspection }))
        }
        case 'stop':
          return void (actor !== undefined && stop(actor, message.deadlineMs))
      }
    },
    end: async () => {
      over = true
      channels.close()
      await Promise.all([...actors.values()].map(actor => stop(actor, 0)))
    },
  }
}
