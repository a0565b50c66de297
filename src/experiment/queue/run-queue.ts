/** Runs in a queue: what of them is kept until they have ended and been fetched. */
import type { RunConfig } from '../../config/config.ts'
import type { TakenWork, DurableQueue } from '../../runtime/machines/queue/durable-queue.ts'
import type { JobEnd, JobNews } from '../jobs/job.ts'
import type { StoredFiles } from './stored-files.ts'

/** What a worker needs besides the files of the run. */
export interface RunOrder {
  /** Of a run that has not begun. */
  readonly config: RunConfig
  /** Models that it begins with, by their paths in the configuration. */
  readonly starters: Readonly<Record<string, StoredFiles>>
}

export interface RunEntry {
  readonly files: StoredFiles
  /** Who makes it, and has alone the right to change the entry's files; `null` while it waits. */
  readonly maker: { readonly worker: string; readonly lease: string } | null
  /** Makers that it has lost since it made its last iteration. */
  readonly losses: number
  /** It is to finish its iteration, save and end. */
  readonly stopping: boolean
  readonly end: JobEnd | null
}

/** Said by the maker of a run. `sign`: it is alive. */
type MakerNews = JobNews | { readonly kind: 'sign' }

/** Runs by the name of their experiment and their own. */
export type RunQueue = DurableQueue<RunOrder, RunEntry, MakerNews>

export type TakenRun = TakenWork<RunOrder>
