/** Has the runs of an experiment made by workers, on whatever machines: if one dies, another goes on from the files that came back. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addresses } from '../../contracts/addresses.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { unreachable } from '../../contracts/unreachable.ts'
import { openMachines, type NatsOptions } from '../../run/actors/machines/open-machines.ts'
import { lock } from '../../run/directory/lock.ts'
import { actorSpec } from '../../runtime/deployment/actor-spec.ts'
import { createOnMachines } from '../../runtime/machines/create-on-machines.ts'
import type { System } from '../../runtime/system-interface.ts'
import { oneAfterAnother } from '../../streams/one-after-another.ts'
import type { JobEnd, JobNews, RunRequest } from './job.ts'
import type { StartedJob } from './start-job.ts'
import type jobActor from './job-actor.ts'
import type { FromJob, ToJob } from './job-messages.ts'
import { requireShipped } from './require-shipped.ts'
import { applyChanges, fileChanges, type FileChanges } from './run-files.ts'

/** Starts a job. @param told called with its reports. */
type Start = (request: RunRequest, told: (news: JobNews) => void) => StartedJob

type JobSystem = System<FromJob, ToJob>

interface Working {
  readonly told: (news: JobNews) => void
  readonly stop: AbortSignal
  readonly kill: AbortSignal
}

const job = actorSpec<typeof jobActor>({
  name: 'job',
  module: new URL('job-actor.js', import.meta.url),
  supervision: { kind: 'restart', maxRestarts: 8, withinMs: 600_000 },
})
const sent = { to: job.name, from: addresses.trainer } as const

/**
 * Jobs get their workers one after another, so that each sees the places that those before it have taken. Where there is none, a job waits
 * as long as another is at work, and then as long as `nats` says.
 */
export function jobsOnWorkers(nats: NatsOptions): Start {
  const placing = oneAfterAnother()
  let atWork = 0

  /** @returns what the job's work gives, once it has a worker. */
  const onWorker = async ({ told, stop }: Working, work: (system: JobSystem) => Promise<JobEnd>): Promise<JobEnd> => {
    const warn = (text: string): void => told({ kind: 'warning', text })
    const { machines, leave } = await openMachines({ nats, inThread: false, placement: {}, warn })
    if (machines === undefined) throw new Error('there must be machines where there is NATS')
    const create = (): Promise<JobSystem> => {
      stop.throwIfAborted()
      const whereIs = () => ({ on: null })
      return createOnMachines({ actors: [job], signal: stop }, { ...machines, whereIs })
    }
    const placed = async (): Promise<JobSystem> => {
      for (;;) {
        const others = atWork
        try {
          return await placing(create)
        } catch (error) {
          if (stop.aborted || (others === 0 && atWork === 0)) throw error
        }
      }
    }
    try {
      const system = await placed()
      atWork += 1
      try {
        return await work(system)
      } finally {
        atWork -= 1
        await system.stop(0)
      }
    } finally {
      await leave()
    }
  }

  const make = async (request: RunRequest, working: Working): Promise<JobEnd> => {
    if (request.kind === 'train') requireShipped(request.config)
    await mkdir(request.directory, { recursive: true })
    const release = await lock(request.directory)
    try {
      return await onWorker(working, system => conducted(system, request, working))
    } finally {
      await release()
    }
  }

  return (request, told) => {
    const [stop, kill] = [new AbortController(), new AbortController()]
    const ended = make(request, { told, stop: stop.signal, kill: kill.signal }).catch((thrown: unknown): JobEnd =>
      stop.signal.aborted ? { kind: 'interrupted' } : { kind: 'failed', reason: reasonOf(thrown) },
    )
    return {
      stop: () => stop.abort(),
      kill: () => {
        stop.abort()
        kill.abort()
      },
      ended,
    }
  }
}

/** Sends the job to its actor, again to each that takes the place of a dead one, and writes the files that come back. */
export async function conducted(
  system: Pick<JobSystem, 'inbox' | 'events' | 'send'>,
  request: RunRequest,
  { told, stop, kill }: Working,
): Promise<JobEnd> {
  const { directory } = request
  const inOrder = oneAfterAnother()
  const stopJob = (): void => system.send({ ...sent, kind: 'stop-job' })
  const ended = new Promise<JobEnd>((resolve, reject) => {
    const begin = (): void =>
      void inOrder(async () => {
        if (stop.aborted) resolve({ kind: 'interrupted' })
        else system.send({ ...sent, kind: 'begin-job', ...(await contents(request)) })
      }).catch(reject)
    const take = async (message: FromJob): Promise<void> => {
      switch (message.kind) {
        case 'job-news': {
          told(message.news)
          return
        }
        case 'job-files':
          return applyChanges(directory, message.files)
        case 'job-end': {
          resolve(message.end)
          return
        }
        default:
          return unreachable(message)
      }
    }
    system.inbox.subscribe({ next: message => void inOrder(() => take(message)).catch(reject), error: reject })
    system.events.subscribe(event => {
      if (event.kind === 'died') told({ kind: 'warning', text: `${event.death.actor} died: ${event.death.reason}` })
      if (event.kind === 'restarted') begin()
    })
    stop.addEventListener('abort', stopJob)
    kill.addEventListener('abort', () => resolve({ kind: 'interrupted' }))
    begin()
  })
  /* A system that has been stopped takes no messages. */
  const end = await ended.finally(() => stop.removeEventListener('abort', stopJob))
  await inOrder(() => Promise.resolve())
  return end
}

/** A run that has begun is gone on with; the models that one begins with go along. */
async function contents(request: RunRequest) {
  const { directory } = request
  const files = await fileChanges(directory, new Map())
  const hasBegun = existsSync(join(directory, 'config.json'))
  const starters: Record<string, FileChanges> = {}
  if (request.kind === 'train' && !hasBegun)
    for (const path of Object.values(request.config.starters))
      if (typeof path === 'string') starters[path] = await fileChanges(path, new Map())
  return { request: hasBegun ? ({ kind: 'resume', directory } as const) : request, files, starters }
}
