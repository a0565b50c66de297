/** The actor that makes a run of an experiment on a worker, in a process of its own and a folder of its own, and sends the files back. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { RunConfig } from '../../config/config.ts'
import type { Actor } from '../../contracts/actor.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { unreachable } from '../../contracts/unreachable.ts'
import { readRunDirectory } from '../../run/directory/run-directory.ts'
import { oneAfterAnother } from '../../streams/one-after-another.ts'
import { Observable } from '../../streams/rxjs.ts'
import type { JobEnd, JobNews, RunRequest } from './job.ts'
import { startJob, type StartedJob } from './start-job.ts'
import type { FromJob, ToJob } from './job-messages.ts'
import { requireShipped } from './require-shipped.ts'
import { applyChanges, fileChanges, type FileChanges, type SeenFiles } from './run-files.ts'

type Begin = Extract<ToJob, { kind: 'begin-job' }>
type Told = FromJob extends infer Each ? (Each extends FromJob ? Omit<Each, 'to' | 'from'> : never) : never

export default function jobActor(): Actor<ToJob, FromJob> {
  return (inbox, { name }) =>
    new Observable(outbox => {
      let job: StartedJob | null = null
      let folder: string | null = null
      let [stopped, closed] = [false, false]

      const make = async ({ request, files, starters, from: to }: Begin): Promise<void> => {
        const tell = (told: Told): void => {
          if (!closed) outbox.next({ ...told, to, from: name })
        }
        const seen: SeenFiles = new Map()
        const inOrder = oneAfterAnother()
        const end = await (async (): Promise<JobEnd> => {
          folder = await mkdtemp(join(tmpdir(), 'rlanything-job-'))
          const directory = join(folder, 'run')
          await applyChanges(directory, files)
          await fileChanges(directory, seen)
          const local = await localRequest(request, { folder, directory, starters })
          if (stopped || closed) return { kind: 'interrupted' }
          const save = async (): Promise<void> => tell({ kind: 'job-files', files: await fileChanges(directory, seen) })
          const told = (news: JobNews): void =>
            void inOrder(async () => {
              if (news.kind === 'progress') await save()
              tell({ kind: 'job-news', news })
            })
          job = startJob(local, told, folder)
          const ended = await job.ended
          await inOrder(save)
          return ended
        })().catch((thrown: unknown): JobEnd => ({ kind: 'failed', reason: reasonOf(thrown) }))
        await clear()
        tell({ kind: 'job-end', end })
        if (!closed) outbox.complete()
      }
      const clear = async (): Promise<void> => {
        if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
      const stop = (): void => {
        stopped = true
        job?.stop()
      }
      const subscription = inbox.subscribe({
        next: message => {
          switch (message.kind) {
            case 'begin-job':
              return void make(message)
            case 'stop-job':
              return stop()
            default:
              return unreachable(message)
          }
        },
        complete: stop,
      })
      return () => {
        closed = true
        subscription.unsubscribe()
        job?.kill()
        void (job?.ended ?? Promise.resolve()).then(clear).catch(() => {})
      }
    })
}

interface Local {
  readonly folder: string
  readonly directory: string
  readonly starters: Readonly<Record<string, FileChanges>>
}

/** The request with the folders of this machine. @throws {ConfigError} if it names code that does not come with the package. */
async function localRequest(request: Begin['request'], { folder, directory, starters }: Local): Promise<RunRequest> {
  if (request.kind === 'resume') {
    requireShipped((await readRunDirectory(directory)).config)
    return { kind: 'resume', directory }
  }
  const { config } = request
  requireShipped(config)
  const moved: Record<string, unknown> = {}
  for (const [key, path] of Object.entries(config.starters)) {
    const files = typeof path === 'string' ? starters[path] : undefined
    if (files === undefined) continue
    /* By its last names starters are known as those of the experiment. */
    const own = join(folder, 'starters', basename(dirname(String(path))), basename(String(path)))
    await applyChanges(own, files)
    moved[key] = own
  }
  const own: RunConfig = { ...config, starters: { ...config.starters, ...moved } }
  return { kind: 'train', config: own, directory }
}
