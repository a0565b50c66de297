import type { SchedulerLike } from 'rxjs'
import { tick } from '../../streams/tick.ts'
import { awakeTime } from './awake-time.ts'
import { timeOf } from './counted-time.ts'
import type { ReadStatus } from './thread-status.ts'

/** Longest time between two checks. */
const checkMs = 250

interface CountdownOptions {
  /** Of the thread whose time is counted. */
  readonly status: ReadStatus
  readonly scheduler?: SchedulerLike
  /** Resolves once everything that has already reached this thread has been delivered. */
  readonly delivered?: () => Promise<void>
}

/**
 * Calls `over` once `allowedMs` of a thread's time that counts are over (`countedMs`), and all that it had
 * sent by then has been delivered: a process that was itself suspended may find the answer and the deadline at once.
 *
 * @returns ends it.
 */
export function countdown(
  allowedMs: number,
  over: () => void,
  { status, scheduler = awakeTime(), delivered = tick }: CountdownOptions,
): () => void {
  const time = timeOf(status, () => scheduler.now())
  let leftMs = allowedMs
  let ended = false
  const counting = scheduler.schedule(
    function () {
      leftMs -= time()
      if (leftMs > 0) return this.schedule(undefined, Math.min(leftMs, checkMs))
      void delivered().then(() => {
        if (!ended) over()
      })
      return undefined
    },
    Math.min(allowedMs, checkMs),
  )
  return () => {
    ended = true
    counting.unsubscribe()
  }
}
