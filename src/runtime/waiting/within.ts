import type { SchedulerLike } from 'rxjs'
import { awakeTime } from './awake-time.ts'

/** A timer takes no more: 24 days. */
const longestMs = 2 ** 31 - 1

/** Waits until `work` settles, but at most `deadlineMs`; never rejects. */
export async function within(
  deadlineMs: number,
  work: Promise<unknown>,
  scheduler: SchedulerLike = awakeTime(),
): Promise<void> {
  await new Promise<void>(resolve => {
    const late = scheduler.schedule(() => resolve(), Math.min(deadlineMs, longestMs))
    const settled = (): void => {
      late.unsubscribe()
      resolve()
    }
    work.then(settled, settled)
  })
}
