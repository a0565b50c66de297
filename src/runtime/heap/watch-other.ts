/** A thread checks the heap of a worker that it has started, while the worker is too busy to do so itself. */
import type { Worker } from 'node:worker_threads'
import type { HeapLimits } from './limits.ts'
import { checkMs } from './watch-own.ts'

declare module 'node:worker_threads' {
  interface Worker {
    /** From Node 22.16 on. It interrupts whatever the thread runs; a thread that is not running refuses. */
    getHeapStatistics?: () => Promise<{ readonly used_heap_size: number }>
  }
}

interface WatchOtherOptions {
  readonly limits: () => HeapLimits
  /** See `watchOwnHeap`; a thread without them is checked always. */
  readonly checks?: Int32Array
  /** Called once. */
  readonly full: (usedBytes: number) => void
}

/** Does nothing before Node 22.16. Keeps no process alive, and ends with the worker. */
export function watchHeapOf(worker: Worker, { limits, checks, full }: WatchOtherOptions): void {
  let last = -1
  let asking = false
  const check = (): void => {
    const count = checks === undefined ? -1 : Atomics.load(checks, 0)
    const isBusy = count === last
    last = count
    if (!isBusy || asking) return
    asking = true
    worker
      .getHeapStatistics?.()
      .then(weigh, () => {
        /* It has not begun, or has ended. */
      })
      .finally(() => (asking = false))
  }
  const weigh = ({ used_heap_size: used }: { readonly used_heap_size: number }): void => {
    if (over || used <= limits().outside) return
    end()
    full(used)
  }
  let over = false
  const timer = setInterval(check, checkMs).unref()
  const end = (): void => {
    over = true
    clearInterval(timer)
  }
  worker.once('exit', end)
}
