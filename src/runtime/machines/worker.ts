/** Offers places for actors to runs, and runs theirs until it is to leave or its run is gone. */
import { randomUUID } from 'node:crypto'
import { availableParallelism, totalmem } from 'node:os'
import { importOnlyFrom } from '../../contracts/importable.ts'
import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { awakeTime } from '../waiting/awake-time.ts'
import { deferred } from '../waiting/deferred.ts'
import { within } from '../waiting/within.ts'
import { busSubjects, type Bus } from './bus.ts'
import { dataFormat } from './frames.ts'
import { createHostedActors } from './hosted-actors.ts'
import { requireMessage, type ToRun, type ToWorker } from './messages.ts'
import type { Offer } from './offer.ts'
import { installedPackages } from './packages.ts'
import { openFrameSession } from './session.ts'

interface WorkerOptions {
  readonly bus: Bus
  readonly name: string
  /** Actors that it runs at once. */
  readonly slots: number
  /** @see Offer.has */
  readonly has: readonly string[]
  /** Packages whose modules it runs besides this one. */
  readonly modules: readonly string[]
  /** Whether it goes on when its run has ended. */
  readonly stays: boolean
  /** Whether it makes whole runs of experiments. */
  readonly makesRuns: boolean
  /** How long it waits for its run to come back, ms. */
  readonly idleMs: number
  /** Told of its runs, in words. */
  readonly tell: (text: string) => void
  readonly scheduler?: SchedulerLike
}

export interface Worker {
  /** Takes one of its places. @returns gives it back; `null` if there is none. */
  readonly reserve: () => (() => void) | null
  /** Gives its actors back and ends. */
  readonly leave: () => void
  /** Resolves when it has ended. @throws {Error} if its run was gone. */
  readonly ended: Promise<void>
}

interface HostedRun {
  readonly run: string
  readonly count: () => number
  readonly leave: () => void
  readonly close: (reason: string) => void
}

/** How often it offers its places. */
const offerMs = 1_000
/** How long runs may take to fetch their actors when it leaves, and threads to end. */
const leaveMs = 10_000

/** Has this process import modules of those packages alone. @throws {RangeError} if one of `modules` is not installed. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { bus, name, slots, has, modules, stays, makesRuns, idleMs, tell, scheduler = awakeTime() } = options
  const installed = await installedPackages(modules)
  importOnlyFrom(installed.folders)
  const instance = randomUUID()
  const here = { ...machine(), worker: name, instance, slots, has, makesRuns, packages: installed.packages }
  const runs = new Map<string, HostedRun>()
  const ending = new Set<Promise<void>>()
  const over = deferred<Error | null>()
  let leaving = false
  /** By `reserve`. */
  let reserved = 0
  let idleSinceMs: number | null = null

  const taken = (): number => [...runs.values()].reduce((sum, { count }) => sum + count(), reserved)
  const offer = (answers = ''): void => {
    const said: Offer = { ...here, answers, leaving, taken: taken() }
    bus.publish(busSubjects.offers, Buffer.from(JSON.stringify(said)))
  }
  const close = (session: string, { run }: HostedRun, how: string): void => {
    runs.delete(session)
    tell(`${run}: ${how}`)
    idleSinceMs = scheduler.now()
    offer()
    if (leaving && runs.size === 0) over.resolve(null)
  }
  const open = (session: string, run: string): void => {
    const { toWorker, toRun } = busSubjects.session(session)
    const opened = openFrameSession<ToRun>({
      bus,
      out: toRun,
      into: toWorker,
      waits: false,
      received: message => {
        requireMessage(message)
        actors.take(message as ToWorker)
      },
      ended: ({ cause, reason }) => {
        const ended = actors.end().finally(() => ending.delete(ended))
        ending.add(ended)
        close(session, hosted, `${cause}: ${reason}`)
        if (cause === 'closed' && reason === runEnded && !stays && runs.size === 0) over.resolve(null)
      },
      scheduler,
    })
    const actors = createHostedActors({ send: opened.send, installed, slots, taken })
    const hosted: HostedRun = {
      run,
      count: actors.count,
      leave: () => opened.send({ kind: 'leaving' }),
      close: opened.close,
    }
    /* A run that asks again has given up its earlier session. */
    for (const earlier of [...runs.values()])
      if (earlier.run === run) earlier.close('the run has begun another session')
    runs.set(session, hosted)
    idleSinceMs = null
    tell(`${run}: begins`)
  }
  const stops = [
    ...[busSubjects.who, busSubjects.question(instance)].map(subject =>
      bus.subscribe(subject, bytes => offer(questionOf(bytes))),
    ),
    bus.subscribe(busSubjects.worker(instance), bytes => {
      const asked = requestOf(bytes)
      if (asked !== null && !leaving && !runs.has(asked.session)) open(asked.session, asked.run)
    }),
  ]
  const offering = interval(offerMs, scheduler).subscribe(() => {
    offer()
    if (stays || runs.size > 0 || idleSinceMs === null || scheduler.now() - idleSinceMs < idleMs) return
    over.resolve(new Error(`its run is gone: no word for ${idleMs / 1_000} s`))
  })
  offer()

  const finish = async (): Promise<void> => {
    const failed = await over.promise
    offering.unsubscribe()
    for (const stop of stops) stop()
    for (const run of runs.values()) run.close('the worker ends')
    await within(leaveMs, Promise.all(ending), scheduler)
    if (failed !== null) throw failed
  }
  return {
    reserve: () => {
      if (leaving || taken() >= slots) return null
      reserved += 1
      return () => void (reserved -= 1)
    },
    leave: () => {
      leaving = true
      offer()
      for (const { leave } of runs.values()) leave()
      if (runs.size === 0) over.resolve(null)
      scheduler.schedule(() => over.resolve(null), leaveMs)
    },
    ended: finish(),
  }
}

const machine = () => ({
  cores: availableParallelism(),
  memoryMb: Math.round(totalmem() / 2 ** 20),
  format: dataFormat(),
})

/** Said by a run that has ended. */
const runEnded = 'the run has ended'

/** Empty for bytes that are none. */
const questionOf = (bytes: Uint8Array): string => (bytes.length > 64 ? '' : Buffer.from(bytes).toString())

function requestOf(bytes: Uint8Array): { readonly session: string; readonly run: string } | null {
  try {
    const { session, run } = JSON.parse(Buffer.from(bytes).toString()) as { session?: unknown; run?: unknown }
    return typeof session === 'string' && /^[0-9a-f-]{36}$/.test(session) && typeof run === 'string'
      ? { session, run }
      : null
  } catch {
    return null
  }
}
