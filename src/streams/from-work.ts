import { Observable } from './rxjs.ts'

/**
 * A cold stream of what some work tells on its way: subscribing starts it, and what it throws is the stream's error.
 *
 * @param work gets the signal `unsubscribed`, which is aborted when the subscriber leaves: it should end then, and its errors are ignored.
 */
export const fromWork = <Event>(
  work: (emit: (event: Event) => void, unsubscribed: AbortSignal) => Promise<void>,
): Observable<Event> =>
  new Observable(subscriber => {
    const unsubscribed = new AbortController()
    work(event => subscriber.next(event), unsubscribed.signal).then(
      () => subscriber.complete(),
      (error: unknown) => subscriber.error(error),
    )
    return () => unsubscribed.abort()
  })
