import type { SchedulerLike } from 'rxjs'
import { tick } from '../../streams/tick.ts'
import { awakeTime } from './awake-time.ts'
import { timeOf } from './counted-time.ts'
import type { LookAt } from './thread-look.ts'

/** Longest time between two looks. */
const lookMs = 250

export interface CountdownOptions {
  /** At whom it is counted. */
  readonly look: LookAt
  readonly scheduler?: SchedulerLike
  /** Resolves once everything that has already reached this thread has been delivered. */
  readonly delivered?: () => Promise<void>
}

/**
 * Calls `over` once `allowedMs` of a thread's time that counts are over (`countedMs`), and what it has told until then
 * was heard: whoever was stopped itself may find the answer and the end of its patience at once.
 *
 * @returns ends it.
 */
export function countdown(
  allowedMs: number,
  over: () => void,
  { look, scheduler = awakeTime(), delivered = tick }: CountdownOptions,
): () => void {
  const time = timeOf(look, () => scheduler.now())
  let leftMs = allowedMs
  let ended = false
  const looking = scheduler.schedule(
    function () {
      leftMs -= time()
      if (leftMs > 0) return this.schedule(undefined, Math.min(leftMs, lookMs))
      void delivered().then(() => {
        if (!ended) over()
      })
      return undefined
    },
    Math.min(allowedMs, lookMs),
  )
  return () => {
    ended = true
    looking.unsubscribe()
  }
}
