/** How long a thread may block: a lease that its watcher reads. */
import type { SchedulerLike } from 'rxjs'
import { HangError } from '../errors/hang-error.ts'
import { statusOfThread, threadNumber, type ThreadStatus } from '../waiting/thread-status.ts'

/**
 * Shared by a thread and its watcher: `beats[0]` counts up while the thread is not blocked, `beats[1]` is the longest
 * lease, ms, `beats[4]` is the thread's number, 0 until it has set it; native-calls.ts has the rest.
 */
export const createBeats = (): Int32Array => new Int32Array(new SharedArrayBuffer(20))

export const beat = (beats: Int32Array): void => void Atomics.add(beats, 0, 1)

/** Publishes the number of the calling thread, so that a holder of its beats can read its status. */
export const introduce = (beats: Int32Array): void => void Atomics.store(beats, 4, threadNumber())

/** The status of the thread with these beats. */
export const statusOfBeating = (beats: Int32Array): ThreadStatus | null => statusOfThread(Atomics.load(beats, 4))

interface Lease {
  /** See `Context.blocking`. @throws {RangeError} if `maxMs` is not positive. */
  readonly blocking: <T>(maxMs: number, work: () => Promise<T>) => Promise<T>
}

/** @param hung called once, for work that has not settled in its time. */
export function createLease(beats: Int32Array, scheduler: SchedulerLike, hung: (error: HangError) => void): Lease {
  const running = new Set<{ readonly maxMs: number }>()
  /* A beat first: the watcher must not see the shorter lease with the older count. */
  const publish = (): void => {
    beat(beats)
    Atomics.store(beats, 1, Math.max(0, ...[...running].map(({ maxMs }) => Math.ceil(maxMs))))
  }

  return {
    async blocking(maxMs, work) {
      if (!(maxMs > 0 && maxMs < 2 ** 31)) throw new RangeError(`maxMs must be in (0, 2³¹), got ${maxMs}`)
      const lease = { maxMs }
      running.add(lease)
      publish()
      const late = scheduler.schedule(() => hung(new HangError(`work has not settled within ${maxMs} ms`)), maxMs)
      try {
        return await work()
      } finally {
        late.unsubscribe()
        running.delete(lease)
        publish()
      }
    },
  }
}
