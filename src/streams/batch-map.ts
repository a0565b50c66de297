import { Observable, type OperatorFunction } from './rxjs.ts'
import { tick } from './tick.ts'

export interface BatchMapOptions {
  /** Most items that may wait for the next batch; one more ends the stream with an error. */
  readonly bound?: number
  /** Awaited before each batch is taken, so that all that has arrived is in it. */
  readonly gather?: () => Promise<void>
}

/**
 * Works on one batch at a time; what arrives meanwhile becomes the next batch. An idle worker
 * answers at once, a busy one fills its batches: no timer to tune. This holds for work that
 * blocks the thread too: what arrived while it was blocked is gathered first.
 *
 * @param limit most items in a batch, at least 1.
 * @param work answers a batch; its promise rejecting ends the stream with that error.
 * @throws {RangeError} if `limit` or `bound` is not a positive integer.
 */
export function batchMap<T, R>(
  limit: number,
  work: (batch: readonly T[]) => Promise<readonly R[]>,
  { bound = 1_000_000, gather = tick }: BatchMapOptions = {},
): OperatorFunction<T, R> {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`limit must be a positive integer, got ${limit}`)
  if (!Number.isInteger(bound) || bound < 1) throw new RangeError(`bound must be a positive integer, got ${bound}`)
  return source =>
    new Observable(out => {
      const waiting: T[] = []
      let working = false
      let ended = false

      const drain = async (): Promise<void> => {
        if (working) return
        working = true
        while (waiting.length > 0 && !out.closed) {
          await gather()
          if (out.closed) return
          for (const result of await work(waiting.splice(0, limit))) out.next(result)
        }
        working = false
        if (ended) out.complete()
      }
      const go = (): void => void drain().catch((error: unknown) => out.error(error))

      return source.subscribe({
        next: item => {
          if (waiting.length >= bound) return out.error(new RangeError(`more than ${bound} items wait for a batch`))
          waiting.push(item)
          go()
        },
        error: error => out.error(error),
        complete: () => {
          ended = true
          go()
        },
      })
    })
}
