import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { awakeTime } from '../waiting/awake-time.ts'
import { timeOf } from '../waiting/counted-time.ts'
import type { ReadStatus } from '../waiting/thread-status.ts'

/** Checks in the time that is allowed. */
const checks = 8

interface WatchOptions {
  /** Of the thread that is watched. */
  readonly status: ReadStatus
  readonly scheduler?: SchedulerLike
}

/**
 * Calls `hung` once, with the time that was allowed, if `beats[0]` does not change for `allowanceMs` of the thread's time
 * that counts (`countedMs`), or for the lease in `beats[1]` if that is longer: two checks later at the latest, if it only
 * runs, or only waits for something other than a processor.
 *
 * @returns stops watching.
 */
export function watch(
  beats: Int32Array,
  allowanceMs: number,
  hung: (allowedMs: number) => void,
  { status, scheduler = awakeTime() }: WatchOptions,
): () => void {
  const time = timeOf(status, () => scheduler.now())
  let last = Atomics.load(beats, 0)
  let stillMs = 0
  const watching = interval(allowanceMs / checks, scheduler).subscribe(() => {
    /* The lease first: it is shortened after a beat. */
    const allowedMs = Math.max(allowanceMs, Atomics.load(beats, 1))
    const passedMs = time()
    const count = Atomics.load(beats, 0)
    stillMs = count === last ? stillMs + passedMs : 0
    last = count
    if (stillMs < allowedMs) return
    watching.unsubscribe()
    hung(allowedMs)
  })
  return () => watching.unsubscribe()
}
