/** How much of a thread's heap may be in use, and how much V8 is given. */
import type { ResourceLimits } from 'node:worker_threads'

/**
 * MB that V8 is given beyond the limit of a thread. At its own limit it ends the thread if it can, and the whole process
 * where the next 16 MB are not enough for the work at hand; in this room the thread is ended before.
 */
const roomMb = 512

/**
 * By default 48, and with the version it grows, to 192 on Node 24. With 12 a run takes a tenth less memory and no longer, and at most 4 MB
 * move into the old generation at once.
 */
const youngMb = 12

/** Of a thread whose V8 was given no limit in particular: this much of V8's own. */
const shareOfDefault = 0.8

/** What to start a thread with that is to be held to these limits. */
export const withRoom = ({ maxOldGenerationSizeMb: mb, ...others }: ResourceLimits): ResourceLimits => ({
  maxYoungGenerationSizeMb: youngMb,
  ...others,
  ...(isLimit(mb) ? { maxOldGenerationSizeMb: mb + roomMb } : {}),
})

export interface HeapLimits {
  /** Bytes that may be in use after a collection; it is the thread itself that collects. */
  readonly inside: number
  /** Bytes that may be in use at all: V8 collects before, unless that much is needed. */
  readonly outside: number
}

/**
 * @param requested by the caller that starts the thread.
 * @param given to V8, its defaults included: `resourceLimits` of the worker. Not known, there is no limit.
 */
export function heapLimits(
  { maxOldGenerationSizeMb: requested }: ResourceLimits,
  { maxOldGenerationSizeMb: given }: ResourceLimits,
): HeapLimits {
  const maxMb = isLimit(given) ? given : Infinity
  const insideMb = isLimit(requested) ? requested : shareOfDefault * maxMb
  /* After a collection V8 waits with the next until half of the room that is left has been used, at most. */
  return { inside: insideMb * 2 ** 20, outside: ((insideMb + maxMb) / 2) * 2 ** 20 }
}

/** Why a thread was ended. */
export const fullness = (usedBytes: number, { inside }: HeapLimits): string =>
  `reached its memory limit: ${megabytes(usedBytes)} MB of its heap are in use, ${megabytes(inside)} are allowed`

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)

const isLimit = (mb: number | undefined): mb is number => mb !== undefined && mb > 0
