/** Has the runs of an experiment made by workers, on whatever machines, as many at a time as there are of these. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { RunConfig } from '../../config/config.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { writeFileAtomic } from '../../files/atomic.ts'
import { systemCode } from '../../files/system-code.ts'
import { connectTo } from '../../run/actors/machines/connect-to.ts'
import type { NatsOptions } from '../../run/actors/machines/open-machines.ts'
import { RunDirectoryError } from '../../run/directory/records/run-directory-error.ts'
import { believeOffers } from '../../runtime/machines/believed-offers.ts'
import { dataFormat } from '../../runtime/machines/frames.ts'
import { obstacle, offersInWords, type Offer } from '../../runtime/machines/offer.ts'
import { installedPackages } from '../../runtime/machines/packages.ts'
import { openDurableQueue } from '../../runtime/machines/queue/nats-durable-queue.ts'
import { persistentQueue } from '../../runtime/machines/queue/persistent-queue.ts'
import { awakeTime } from '../../runtime/waiting/awake-time.ts'
import type { JobEnd } from '../jobs/job.ts'
import type { StartedJob } from '../jobs/start-job.ts'
import { followRun, type TellOfRun } from './follow-run.ts'
import { createIdleWatch } from './idle-watch.ts'
import { requireShipped } from './require-shipped.ts'
import type { RunQueue } from './run-queue.ts'
import type { StoredFiles } from './stored-files.ts'

interface RunsOnWorkers {
  readonly start: (run: RunOnWorker, tell: TellOfRun) => StartedJob
  /** Ends the connection; runs that have not ended go on. */
  readonly close: () => Promise<void>
}

interface RunOnWorker {
  /** Folder of the run. */
  readonly directory: string
  readonly config: RunConfig
}

/** @param folder of the experiment. @throws {RangeError} if NATS cannot be used; {Error} if its server cannot be reached. */
export async function runsOnWorkers(nats: NatsOptions, folder: string): Promise<RunsOnWorkers> {
  const experiment = await nameOf(folder)
  const { bus, waitMs } = await connectTo(nats, `experiment-${experiment}`)
  try {
    const { packages, build } = await installedPackages([])
    const queue: RunQueue = await openDurableQueue(bus, build)
    const scheduler = awakeTime()
    const offers = believeOffers({ bus, scheduler, heard: () => {} })
    const why = (offer: Offer): string =>
      obstacle(offer, { on: null, packages, beyond: false }, dataFormat()) ||
      (offer.makesRuns ? '' : 'takes no whole runs: see --stay')
    const obstacles = (): string => offersInWords(offers.current(), why)
    const idle = createIdleWatch({ waitMs, obstacles, scheduler })
    /** Of models that runs begin with, by their paths: each is stored once. */
    const starters = new Map<string, Promise<StoredFiles>>()
    let followed = 0

    const follow = async (run: RunOnWorker, tell: TellOfRun, stop: AbortSignal, leave: AbortSignal) => {
      requireShipped(run.config)
      const warn = (text: string): void => tell.told({ kind: 'warning', text })
      const key = { group: experiment, name: basename(run.directory) }
      followed += 1
      const end = await followRun({
        ...{ ...run, ...tell, key, starters, idle, stop, leave, scheduler },
        queue: persistentQueue(queue, leave, warn),
      })
      if (!leave.aborted) followed -= 1
      return end
    }
    return {
      start: (run, tell) => {
        const [stop, leave] = [new AbortController(), new AbortController()]
        const ended = follow(run, tell, stop.signal, leave.signal).catch((thrown: unknown): JobEnd => ({
          kind: 'failed',
          reason: reasonOf(thrown),
        }))
        return {
          stop: () => stop.abort(),
          kill: () => {
            stop.abort()
            leave.abort()
          },
          ended,
        }
      },
      close: async () => {
        offers.close()
        if (followed === 0) await queue.removeObjects(experiment).catch(() => {})
        await bus.close()
      },
    }
  } catch (error) {
    await bus.close()
    throw error
  }
}

const nameSchema = z.object({ name: z.string().regex(/^[0-9a-f]{32}$/) })

/** Of an experiment in the queue: the same at the next start. @throws {RunDirectoryError} if its file is damaged. */
async function nameOf(folder: string): Promise<string> {
  const file = join(folder, 'queue.json')
  try {
    return nameSchema.parse(JSON.parse(await readFile(file, 'utf8'))).name
  } catch (error) {
    if (systemCode(error) !== 'ENOENT')
      throw new RunDirectoryError(`${file} is damaged: ${reasonOf(error)}`, { cause: error })
  }
  const name = randomUUID().replaceAll('-', '')
  await writeFileAtomic(file, `${JSON.stringify({ name })}\n`)
  return name
}
