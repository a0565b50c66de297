/** Waits on a clock that is handed in. */
import { deferred } from '../../runtime/waiting/deferred.ts'
import { unlessAborted } from '../../runtime/waiting/unless-aborted.ts'
import type { SchedulerLike } from '../../streams/rxjs.ts'

/** @param signal aborted: the wait rejects at once with its reason. */
export async function wait(ms: number, scheduler: SchedulerLike, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = deferred<void>()
  const timer = scheduler.schedule(() => resolve(), ms)
  try {
    await unlessAborted(promise, signal)
  } finally {
    timer.unsubscribe()
  }
}

/**
 * Does work that can be aborted, for at most so long.
 *
 * @param own aborts the work, which is to reject with its reason.
 * @param late made into that reason when the time is over.
 */
export async function forAtMost<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  {
    scheduler,
    late,
    own,
  }: { readonly scheduler: SchedulerLike; readonly late: () => Error; readonly own: AbortController },
): Promise<T> {
  const timer = scheduler.schedule(() => own.abort(late()), ms)
  try {
    return await work(own.signal)
  } finally {
    timer.unsubscribe()
  }
}
