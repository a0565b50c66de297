import { Observable } from 'rxjs'

/** A cold stream of what some work tells on its way: subscribing starts it, and what it throws is the stream's error. */
export const fromWork = <Event>(work: (emit: (event: Event) => void) => Promise<void>): Observable<Event> =>
  new Observable(subscriber => {
    work(event => subscriber.next(event)).then(
      () => subscriber.complete(),
      (error: unknown) => subscriber.error(error),
    )
  })
