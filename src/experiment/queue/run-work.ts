/** The work of a worker on a run: in a process and a folder of its own, whose files are stored at each iteration. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from '../../contracts/failure.ts'
import { oneAfterAnother } from '../../streams/one-after-another.ts'
import type { JobEnd, JobNews } from '../jobs/job.ts'
import { startJob, type StartedJob } from '../jobs/start-job.ts'
import { ClaimLostError, type Claim } from './claim.ts'
import { runFolder } from './run-folder.ts'
import type { RunQueue, TakenRun } from './run-queue.ts'

interface WorkOptions {
  readonly queue: RunQueue
  readonly claim: Claim
  /** Aborted: it ends at once. */
  readonly over: AbortSignal
}

export interface Work {
  /** Asks it to save what there is and to end. */
  readonly stop: () => void
  /** @throws the reason of `over`; {ClaimLostError} where that is not known yet. */
  readonly ended: Promise<JobEnd>
}

/** A run that has lost more workers without an iteration is not tried again. */
const mostLosses = 8

export function startWork({ key, order }: TakenRun, { queue, claim, over }: WorkOptions): Work {
  let job: StartedJob | null = null
  let stopped = false

  const work = async (folder: string): Promise<JobEnd> => {
    const { losses } = claim.entry()
    if (losses > mostLosses) return { kind: 'failed', reason: `${losses} workers were lost in one iteration of it` }
    const objects = await queue.objects(key.group)
    const files = runFolder(folder, { claim, objects, run: key.name })
    const request = await files.fill(order)
    if (stopped) return { kind: 'interrupted' }
    const inOrder = oneAfterAnother()
    const kill = (): void => job?.kill()
    let stored: Promise<void> = Promise.resolve()
    let begun: number | null = null
    const told = (news: JobNews): void => {
      if (news.kind !== 'progress') return queue.tell(key, news)
      const losses = begun !== null && news.done > begun ? 0 : claim.entry().losses
      begun ??= news.done
      stored = Promise.all([stored, inOrder(() => files.store(losses))]).then(() => queue.tell(key, news))
      stored.catch(kill)
    }
    job = startJob(request, told, folder)
    over.addEventListener('abort', kill)
    try {
      const end = await job.ended
      over.throwIfAborted()
      await stored
      await inOrder(() => files.store(0))
      return end
    } finally {
      over.removeEventListener('abort', kill)
    }
  }
  const inFolder = async (): Promise<JobEnd> => {
    let folder: string | null = null
    try {
      folder = await mkdtemp(join(tmpdir(), 'rlanything-run-'))
      return await work(folder)
    } catch (error) {
      over.throwIfAborted()
      if (error instanceof ClaimLostError) throw error
      return { kind: 'failed', reason: reasonOf(error) }
    } finally {
      if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }
  return {
    stop: () => {
      stopped = true
      job?.stop()
    },
    ended: inFolder(),
  }
}
