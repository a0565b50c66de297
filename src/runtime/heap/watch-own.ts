/** A thread checks its own heap between tasks. */
import { getHeapStatistics } from 'node:v8'
import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { realTime } from '../waiting/clock.ts'
import { collector } from './collect.ts'
import type { HeapLimits } from './limits.ts'

/** Time between two checks. */
export const checkMs = 50

/** Relative to memory in use after the last collection: garbage that may gather before the next one. */
const garbageShare = 0.25

interface WatchOwnOptions {
  readonly limits: HeapLimits
  /** Its first number is incremented at each check. */
  readonly checks: Int32Array
  /** Called once. */
  readonly full: (usedBytes: number) => void
  readonly scheduler?: SchedulerLike
  readonly used?: () => number
  readonly collect?: () => void
}

/** @returns stops checking. */
export function watchOwnHeap(options: WatchOwnOptions): () => void {
  const { limits, checks, full, scheduler = realTime, used = heapUsed } = options
  let { collect } = options
  let collectAt = limits.inside
  const checking = interval(checkMs, scheduler).subscribe(() => {
    Atomics.add(checks, 0, 1)
    if (used() <= collectAt) return
    collect ??= collector()
    collect()
    const needed = used()
    collectAt = Math.min(Math.max(limits.inside, needed * (1 + garbageShare)), limits.outside)
    if (needed <= limits.inside) return
    checking.unsubscribe()
    full(needed)
  })
  return () => checking.unsubscribe()
}

/** Bytes, garbage included. */
const heapUsed = (): number => getHeapStatistics().used_heap_size
