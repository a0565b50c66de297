import { Observable, Subject, takeUntil, type OperatorFunction } from './rxjs.ts'

/**
 * Works on at most `limit` items at a time, and listens to its source only while it could take another: items that come
 * meanwhile wait in an actor's inbox and hold the credits of their sender. So a consumer that works between turns, with
 * timers or promises, slows its producers down as one that blocks its thread does. The items of its source must wait while it
 * has no subscriber, as those of an inbox do.
 *
 * @param limit items at a time, at least 1; with 1 results come in the order of their items, with Infinity none waits. The cost of an item does not
 *   depend on how many are under way, as it does in `mergeMap`.
 * @param work its promise rejecting ends the stream with that error.
 * @throws {RangeError} if `limit` is not a positive integer.
 */
export function pullMap<T, R>(limit: number, work: (item: T) => Promise<R>): OperatorFunction<T, R> {
  if (limit !== Infinity && (!Number.isInteger(limit) || limit < 1))
    throw new RangeError(`limit must be a positive integer, got ${limit}`)
  return source =>
    new Observable(out => {
      const pause = new Subject<void>()
      let listening = false
      let ended = false
      let underWay = 0

      const finish = (): void => {
        if (ended && underWay === 0) out.complete()
      }
      const begin = (item: T): void => {
        underWay += 1
        if (underWay >= limit) {
          listening = false
          pause.next()
        }
        work(item).then(
          result => {
            out.next(result)
            underWay -= 1
            finish()
            listen()
          },
          (error: unknown) => out.error(error),
        )
      }
      const listen = (): void => {
        if (listening || ended || out.closed) return
        listening = true
        source.pipe(takeUntil(pause)).subscribe({
          next: begin,
          error: (error: unknown) => out.error(error),
          complete: () => {
            /* Paused otherwise. */
            if (!listening) return
            ended = true
            finish()
          },
        })
      }

      listen()
      return () => {
        listening = false
        pause.next()
      }
    })
}
