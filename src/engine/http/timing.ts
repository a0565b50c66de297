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
 * @param late made into the reason of the abort when the time is over, with which the work is to reject.
 * @param signal aborted: so is the work, with the same reason.
 */
export async function forAtMost<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  {
    scheduler,
    late,
    signal,
  }: { readonly scheduler: SchedulerLike; readonly late: () => Error; readonly signal?: AbortSignal | undefined },
): Promise<T> {
  const own = new AbortController()
  const stop = (): void => own.abort(signal?.reason)
  if (signal?.aborted === true) stop()
  signal?.addEventListener('abort', stop, { once: true })
  const timer = scheduler.schedule(() => own.abort(late()), ms)
  try {
    return await work(own.signal)
  } finally {
    timer.unsubscribe()
    signal?.removeEventListener('abort', stop)
  }
}
