import { Observable } from './rxjs.ts'

/**
 * A cold stream of the reports of some work: subscribing starts it, and its error is the stream's.
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
