/** An actor on another machine, as one that was started here. */
import type { MessagePort } from 'node:worker_threads'
import type { SchedulerLike } from 'rxjs'
import { reasonOf } from '../../contracts/failure.ts'
import { twoTicks } from '../../streams/tick.ts'
import type { ActorSpec } from '../deployment/actor-spec.ts'
import type { Placement, Spawned } from '../deployment/deployment.ts'
import type { Inspection } from '../deployment/inspection.ts'
import { deathBy, type Death } from '../errors/death.ts'
import { FailedError } from '../errors/failed-error.ts'
import { plainOptions } from '../thread/load-actor.ts'
import { readiness } from '../thread/readiness.ts'
import { answered } from '../waiting/answered.ts'
import { now } from '../waiting/clock.ts'
import { deferred } from '../waiting/deferred.ts'
import { within } from '../waiting/within.ts'
import type { RemoteLife } from './machine.ts'
import type { Launch } from './messages.ts'
import { packageNamesIn, type Packages } from './packages.ts'
import type { PlaceOfLife, WorkerPlaces } from './places.ts'

interface RemoteOptions {
  readonly spec: ActorSpec
  readonly placement: Placement<MessagePort>
  /** @see Need */
  readonly on: string | null
  readonly places: WorkerPlaces
  readonly scheduler: SchedulerLike
}

/** Most time for an answer, and for the end of an actor beyond its deadline: a thread that is in native code may take 10 s. */
const answerMs = 15_000

export function remoteActor({ spec, placement, on, places, scheduler }: RemoteOptions): Spawned<MessagePort> {
  const { name, hangMs = 0, profile } = spec
  if (profile !== undefined)
    throw new RangeError(`profile of ${name} must be left out on another machine, got ${profile}`)
  const options = plainOptions(name, spec.options)
  const { ports, incarnation } = placement
  const started = deferred<void>()
  const died = deferred<Death | null>()
  const placed = deferred<void>()
  const canceled = new AbortController()
  const inspections = createInspections(name)
  const joins = new Map<number, () => void>()
  /** Until it is placed: of the peers that were replaced meanwhile the later ones. */
  const waiting = new Map(Object.entries(ports))
  let at: PlaceOfLife | null = null
  let [over, finished] = [false, false]

  const end = (death: Death | null): void => {
    if (over) return
    over = true
    canceled.abort()
    if (at === null) for (const port of waiting.values()) port.close()
    for (const joined of joins.values()) joined()
    died.resolve(death)
  }
  const fail = (cause: Death['cause'], reason: string): void => end(deathBy(cause, name, reason))
  const lifeWith = (packages: Packages): RemoteLife => ({
    ...{ actor: name, need: { on, packages, beyond: incarnation > 0 } },
    ready: () => started.resolve(),
    joined: channel => joins.get(channel)?.(),
    inspected: inspections.answer,
    ended: (death, inTime) => {
      finished = inTime
      end(death === null ? null : { ...death, actor: name })
    },
    lost: fail,
  })
  const launch = async (): Promise<void> => {
    const { value, packages } = await packageNamesIn({ module: spec.module.href, options })
    const place = await places.take(lifeWith(packages), canceled.signal)
    const { machine } = place
    if (over) {
      machine.forget(place.life)
      return
    }
    at = place
    const channels = Object.fromEntries([...waiting].map(([peer, port]) => [peer, machine.open(port)]))
    const { link } = placement
    const limits = limitsOf(spec)
    machine.send({
      ...{ kind: 'launch', life: place.life, name, ...value, packages, channels, link, incarnation, limits },
      nowMs: now(),
    })
    placed.resolve()
  }
  launch().catch((thrown: unknown) => fail('start', reasonOf(thrown)))

  return {
    name,
    machine: () => at?.machine.worker ?? null,
    ready: readiness(name, started.promise, died.promise),
    died: died.promise,
    join: async (peer, port) => {
      if (over) {
        port.close()
        return
      }
      if (at === null) {
        waiting.get(peer)?.close()
        waiting.set(peer, port)
        return
      }
      const { machine, life } = at
      const channel = machine.open(port)
      await new Promise<void>(resolve => {
        joins.set(channel, resolve)
        machine.send({ kind: 'join', life, peer, channel })
      })
      joins.delete(channel)
    },
    inspect: async () => {
      await Promise.race([placed.promise, died.promise])
      if (at === null || over) throw new FailedError({ kind: 'stopped', actor: name })
      const { machine, life } = at
      const answer = inspections.ask(id => machine.send({ kind: 'inspect', life, id }))
      const deadlineMs = (): number => hangMs + answerMs
      return answered(answer, { actor: name, verb: 'inspect', deadlineMs, ended: died.promise, scheduler })
    },
    stop: async (deadlineMs = 5_000) => {
      if (at !== null) {
        /* An order must not overtake messages before it: they may be in ports of this thread still. */
        await twoTicks()
        at.machine.send({ kind: 'stop', life: at.life, deadlineMs })
        await within(deadlineMs + answerMs, died.promise, scheduler)
      }
      end(null)
      return finished
    },
  }
}

const limitsOf = ({ startMs, hangMs, resourceLimits }: ActorSpec): Launch['limits'] => ({
  ...(startMs === undefined ? {} : { startMs }),
  ...(hangMs === undefined ? {} : { hangMs }),
  ...(resourceLimits === undefined ? {} : { resourceLimits }),
})

/** Questions to an actor about itself, by their numbers. */
function createInspections(actor: string) {
  const open = new Map<number, (inspection: Inspection | null) => void>()
  let last = 0
  return {
    /** @throws {FailedError} if the actor has ended. */
    ask: (send: (id: number) => void): Promise<Inspection> => {
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        open.set(id, inspection => {
          if (inspection === null) reject(new FailedError({ kind: 'stopped', actor }))
          else resolve(inspection)
        })
        send(id)
      })
    },
    answer: (id: number, inspection: Inspection | null): void => {
      open.get(id)?.(inspection)
      open.delete(id)
    },
  }
}
