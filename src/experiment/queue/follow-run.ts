/** Follows a run that workers make: puts it in the queue, writes its files here as they come, and tells of it. */
import { mkdir } from 'node:fs/promises'
import type { RunConfig } from '../../config/config.ts'
import { lock } from '../../run/directory/lock.ts'
import { pause } from '../../runtime/machines/queue/persistent-queue.ts'
import type { Objects, WorkKey } from '../../runtime/machines/queue/durable-queue.ts'
import type { SchedulerLike } from '../../streams/rxjs.ts'
import type { JobEnd, JobNews } from '../jobs/job.ts'
import type { IdleWatch } from './idle-watch.ts'
import { watchMaker } from './maker-watch.ts'
import { applyChanges, fileChanges } from './run-files.ts'
import type { RunEntry, RunOrder, RunQueue } from './run-queue.ts'
import { fetchChanges, storeChanges, type StoredFiles } from './stored-files.ts'

/** What is told of a run. */
export interface TellOfRun {
  /** Called once, when it is being made. */
  readonly begun: () => void
  readonly told: (news: JobNews) => void
}

interface FollowOptions extends TellOfRun {
  /** Whose answers are waited for. */
  readonly queue: RunQueue
  readonly key: WorkKey
  /** Folder of the run. */
  readonly directory: string
  /** What the run is begun with, if it has not begun. */
  readonly config: RunConfig
  /** Models that runs of the experiment begin with, as they are stored, by their paths: filled here. */
  readonly starters: Map<string, Promise<StoredFiles>>
  readonly idle: IdleWatch
  /** Aborted: the run is to be saved and end. */
  readonly stop: AbortSignal
  /** Aborted: the run is followed no more; it goes on until it is stopped. */
  readonly leave: AbortSignal
  readonly scheduler: SchedulerLike
}

const lookMs = 1_000

/** @throws {RunDirectoryError} if another process uses the folder. */
export async function followRun(options: FollowOptions): Promise<JobEnd> {
  const { directory, idle, key } = options
  await mkdir(directory, { recursive: true })
  const release = await lock(directory)
  try {
    return await follow(options)
  } finally {
    idle.forget(key.name)
    await release()
  }
}

async function follow(options: FollowOptions): Promise<JobEnd> {
  const { queue, key, directory, begun, told, idle, stop, leave, scheduler } = options
  const objects = await queue.objects(key.group)
  const order = await orderOf(options, objects)
  let files = await enter(options, objects)
  const maker = watchMaker({
    begun,
    silent: (worker, seconds) => told({ kind: 'warning', text: `worker ${worker}: no sign of life for ${seconds} s` }),
    scheduler,
  })
  const deaf = queue.hear(key, news => {
    maker.hear()
    if (news.kind !== 'sign') told(news)
  })
  try {
    for (;;) {
      const askedMs = scheduler.now()
      const kept = await queue.read(key)
      if (kept === null) return { kind: 'failed', reason: `${key.name} was removed from the queue` }
      const { entry, revision } = kept
      /* Where the broker was away, so were the signs. */
      if (scheduler.now() - askedMs > lookMs) maker.hear()
      const changes = await fetchChanges(objects, files, entry.files)
      if (changes !== null) {
        await applyChanges(directory, changes)
        ;({ files } = entry)
      }
      const isMade = maker.isAtWork(entry.maker)
      if (entry.end !== null) {
        if (changes === null) return { kind: 'failed', reason: `files of ${key.name} are missing in the queue` }
        await queue.remove(key)
        for (const { pieces } of files) for (const { object } of pieces) await objects.remove(object)
        return entry.end
      }
      if (leave.aborted && entry.stopping) return { kind: 'interrupted' }
      if (stop.aborted) {
        const end = isMade ? null : ({ kind: 'interrupted' } as const)
        if (end !== null || !entry.stopping) await queue.write(key, { ...entry, stopping: true, end }, revision)
      } else {
        if (!isMade) await queue.put(key, order)
        const { warning, over } = idle.look(key.name, isMade)
        if (warning !== null) told({ kind: 'warning', text: warning })
        if (over !== null) await queue.write(key, { ...entry, end: { kind: 'failed', reason: over } }, revision)
        if (over !== null) continue
      }
      await pause(lookMs, stop.aborted ? leave : stop, scheduler)
    }
  } finally {
    deaf()
  }
}

/** With the models that a run begins with. */
async function orderOf({ config, starters }: FollowOptions, objects: Objects): Promise<RunOrder> {
  const store = async (path: string): Promise<StoredFiles> =>
    storeChanges(objects, 'starters', [], await fileChanges(path, new Map()))
  const own: Record<string, StoredFiles> = {}
  for (const path of Object.values(config.starters)) {
    if (typeof path !== 'string') continue
    const stored = starters.get(path) ?? store(path)
    starters.set(path, stored)
    own[path] = await stored
  }
  return { config, starters: own }
}

/**
 * Makes the entry of the run, from its folder. One that is there is of a process of this experiment that was killed: it counts, and the
 * folder will become equal to it.
 *
 * @returns the files that are here.
 */
async function enter({ queue, key, directory }: FollowOptions, objects: Objects): Promise<StoredFiles> {
  const here = await fileChanges(directory, new Map())
  for (;;) {
    const kept = await queue.read(key)
    if (kept === null) {
      const files = await storeChanges(objects, key.name, [], here)
      const entry: RunEntry = { files, maker: null, losses: 0, stopping: false, end: null }
      if ((await queue.write(key, entry, null)) !== null) return files
      continue
    }
    const { entry, revision } = kept
    const goesOn = entry.end === null ? !entry.stopping : entry.end.kind === 'complete'
    if (goesOn || (await queue.write(key, { ...entry, losses: 0, stopping: false, end: null }, revision)) !== null)
      return here.changed.map(({ path }) => ({ path, pieces: [] }))
  }
}
