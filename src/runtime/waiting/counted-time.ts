/** Which of a thread's time counts: that in which it ran or was blocked, not that in which it was starved or stopped. */
import type { ReadStatus, ThreadStatus } from './thread-status.ts'

/**
 * Time between two readings of a thread's status that counts against it. Running counts; being blocked counts as long as
 * the watching thread was awake; waiting for a processor, or being stopped, does not. Never more than the true time, except for
 * the part of a sleep that a clock may count; less where the state has changed between the readings.
 *
 * @param awakeMs time between the readings in which the watching thread was awake; it all counts where there is no status.
 */
export function countedMs(before: ThreadStatus | null, after: ThreadStatus | null, awakeMs: number): number {
  if (before === null || after === null) return awakeMs
  switch (after.state) {
    case 'ready':
      return after.ranMs - before.ranMs
    case 'blocked':
      return Math.max(0, awakeMs - (after.waitedMs - before.waitedMs))
    case 'stopped':
      return 0
  }
}

/** @returns the time of a thread that counts, ms, since the last call. @param now ms, in awake time. */
export function timeOf(read: ReadStatus, now: () => number): () => number {
  let before = read()
  let beforeMs = now()
  return () => {
    const after = read()
    const afterMs = now()
    const ms = countedMs(before, after, afterMs - beforeMs)
    before = after
    beforeMs = afterMs
    return ms
  }
}
