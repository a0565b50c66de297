/** Which of a thread's time counts: that in which it ran or was blocked, not that in which it was starved or stopped. */
import type { LookAt, ThreadLook } from './thread-look.ts'

/**
 * Time between two looks at a thread that counts against it. What it ran counts; what it was blocked counts as long as
 * somebody was awake to see it; what it waited for a processor, or was stopped, does not. Never more than was so, but for
 * what a clock may count of a sleep; less where the thread's state has changed between the looks.
 *
 * @param awakeMs time between the looks in which the watching thread was awake; all that there is where nothing was seen.
 */
export function countedMs(before: ThreadLook | null, after: ThreadLook | null, awakeMs: number): number {
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

/** @returns the time of a thread that counts, ms, since this was asked last. @param now ms, in awake time. */
export function timeOf(look: LookAt, now: () => number): () => number {
  let before = look()
  let beforeMs = now()
  return () => {
    const after = look()
    const afterMs = now()
    const ms = countedMs(before, after, afterMs - beforeMs)
    before = after
    beforeMs = afterMs
    return ms
  }
}
