/** A thread looks at the heap of one that it has started and that does not get round to it itself. */
import type { Worker } from 'node:worker_threads'
import type { HeapLimits } from './limits.ts'
import { lookMs } from './watch-own.ts'

declare module 'node:worker_threads' {
  interface Worker {
    /** From Node 22.16 on. It interrupts whatever the thread runs; a thread that is not running refuses. */
    getHeapStatistics?: () => Promise<{ readonly used_heap_size: number }>
  }
}

export interface WatchOtherOptions {
  readonly limits: () => HeapLimits
  /** See `watchOwnHeap`; a thread that never looks is looked at always. */
  readonly looks?: Int32Array
  /** Called once. */
  readonly full: (usedBytes: number) => void
}

/** Does nothing before Node 22.16. Keeps no process alive, and ends with the worker. */
export function watchHeapOf(worker: Worker, { limits, looks, full }: WatchOtherOptions): void {
  let last = -1
  let asking = false
  const look = (): void => {
    const count = looks === undefined ? -1 : Atomics.load(looks, 0)
    const stands = count === last
    last = count
    if (!stands || asking) return
    asking = true
    worker
      .getHeapStatistics?.()
      .then(judge, () => {
        /* It has not begun, or has ended. */
      })
      .finally(() => (asking = false))
  }
  const judge = ({ used_heap_size: used }: { readonly used_heap_size: number }): void => {
    if (over || used <= limits().outside) return
    end()
    full(used)
  }
  let over = false
  const looking = setInterval(look, lookMs).unref()
  const end = (): void => {
    over = true
    clearInterval(looking)
  }
  worker.once('exit', end)
}
