import { asyncScheduler, concatMap, map, of, timer, type MonoTypeOperatorFunction } from 'rxjs'

/** Passes each value on so many milliseconds after it came, at once for 0; none overtakes another when that number changes. */
export const delayed =
  <T>(delayMs: () => number, scheduler = asyncScheduler): MonoTypeOperatorFunction<T> =>
  source =>
    source.pipe(
      map(value => ({ value, dueMs: scheduler.now() + delayMs() })),
      concatMap(({ value, dueMs }) => {
        const leftMs = dueMs - scheduler.now()
        return leftMs <= 0 ? of(value) : timer(leftMs, scheduler).pipe(map(() => value))
      }),
    )
