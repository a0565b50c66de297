/** A thread looks at its own heap between its turns. */
import { getHeapStatistics } from 'node:v8'
import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { realTime } from '../waiting/clock.ts'
import { collector } from './collect.ts'
import type { HeapLimits } from './limits.ts'

/** Time between two looks. */
export const lookMs = 50

/** Of what was in use after the last collection: garbage that may gather before the next one. */
const garbageShare = 0.25

export interface WatchOwnOptions {
  readonly limits: HeapLimits
  /** Its first number is counted up at each look. */
  readonly looks: Int32Array
  /** Called once. */
  readonly full: (usedBytes: number) => void
  readonly scheduler?: SchedulerLike
  readonly used?: () => number
  readonly collect?: () => void
}

/** @returns looks no more. */
export function watchOwnHeap(options: WatchOwnOptions): () => void {
  const { limits, looks, full, scheduler = realTime, used = heapUsed } = options
  let { collect } = options
  let collectAt = limits.inside
  const looking = interval(lookMs, scheduler).subscribe(() => {
    Atomics.add(looks, 0, 1)
    if (used() <= collectAt) return
    collect ??= collector()
    collect()
    const needed = used()
    collectAt = Math.min(Math.max(limits.inside, needed * (1 + garbageShare)), limits.outside)
    if (needed <= limits.inside) return
    looking.unsubscribe()
    full(needed)
  })
  return () => looking.unsubscribe()
}

/** Bytes, garbage included. */
const heapUsed = (): number => getHeapStatistics().used_heap_size
