/** Makes a run that a worker has taken from the queue, and says again and again that it does. */
import { reasonOf } from '../../contracts/failure.ts'
import { persistentQueue } from '../../runtime/machines/queue/persistent-queue.ts'
import { claimRun, ClaimLostError } from './claim.ts'
import type { RunQueue, TakenRun } from './run-queue.ts'
import { startWork, type Work } from './run-work.ts'

interface MakeRunOptions {
  readonly queue: RunQueue
  readonly worker: string
  /** Aborted: the run is to be saved and given back. */
  readonly leaving: AbortSignal
  readonly tell: (text: string) => void
}

/** How often it is said that a run is being made. */
const signMs = 2_000
/** How long a run may take to its next iteration when the worker leaves. */
const leaveMs = 8_000

/** Resolves when the run has ended, was given back, or is another's; never rejects. @returns which of them, in words. */
export async function makeRun(taken: TakenRun, options: MakeRunOptions): Promise<string> {
  const { key } = taken
  const { leaving, worker, tell } = options
  /** Aborted: the run is another's, or the worker has no more time. */
  const over = new AbortController()
  const queue = persistentQueue(options.queue, over.signal, tell)
  let working: Work | null = null
  let [signs, late]: (NodeJS.Timeout | undefined)[] = []
  const leave = (): void => {
    working?.stop()
    late = setTimeout(() => over.abort(new Error('the worker leaves')), leaveMs)
  }
  leaving.addEventListener('abort', leave)
  try {
    const claim = await claimRun(queue, key, worker)
    if (claim === null) {
      await taken.done()
      return 'has ended, or was removed'
    }
    const work = startWork(taken, { queue, claim, over: over.signal })
    working = work
    const look = async (): Promise<void> => {
      if ((await claim.renew()).stopping) work.stop()
    }
    signs = setInterval(() => {
      taken.keep()
      queue.tell(key, { kind: 'sign' })
      look().catch((error: unknown) => over.abort(error))
    }, signMs)
    if (leaving.aborted) work.stop()
    const end = await work.ended
    if (end.kind === 'interrupted' && !claim.entry().stopping) {
      await claim.write({ maker: null })
      taken.giveBack()
      return 'given back'
    }
    await claim.write({ end })
    await taken.done()
    return end.kind === 'failed' ? `failed: ${end.reason}` : end.kind
  } catch (error) {
    if (!(error instanceof ClaimLostError)) taken.giveBack()
    return reasonOf(error)
  } finally {
    clearInterval(signs)
    clearTimeout(late)
    leaving.removeEventListener('abort', leave)
  }
}
