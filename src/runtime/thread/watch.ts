import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { realTime } from '../waiting/clock.ts'

const looks = 6

/**
 * Calls `hung` once, with the time that was allowed, if `beats[0]` stands still for about `allowanceMs`, or for
 * the lease in `beats[1]` if that is longer: one look more at the latest. It counts looks, not time: when the watching
 * thread is itself blocked it looks less often, and does not take its own pause for a hang.
 *
 * @returns stops watching.
 */
export function watch(
  beats: Int32Array,
  allowanceMs: number,
  hung: (allowedMs: number) => void,
  scheduler: SchedulerLike = realTime,
): () => void {
  const lookMs = allowanceMs / looks
  let last = -1
  let missed = 0
  const watching = interval(lookMs, scheduler).subscribe(() => {
    /* The lease first: it is shortened after a beat. */
    const allowedMs = Math.max(allowanceMs, Atomics.load(beats, 1))
    const count = Atomics.load(beats, 0)
    missed = count === last ? missed + 1 : 0
    last = count
    if (missed < Math.ceil((allowedMs / allowanceMs) * looks)) return
    watching.unsubscribe()
    hung(allowedMs)
  })
  return () => watching.unsubscribe()
}
