import { Observable, Subject } from 'rxjs'

/** A stream fed by hand, whose items wait while nobody listens; whoever feeds it bounds how many. */
export interface Held<T> {
  /** For any number of listeners; what waited goes to the first. */
  readonly stream: Observable<T>
  readonly push: (item: T) => void
  /** Ends the stream after what waits, which nobody gets if nobody listens. */
  readonly end: () => void
  readonly fail: (error: Error) => void
}

/** @param taken is told of each item just before its listeners get it. */
export function held<T>(taken: (item: T) => void = () => {}): Held<T> {
  const listeners = new Subject<T>()
  let waiting: T[] = []
  let ended = false
  let delivering = false

  const deliver = (): void => {
    /* A listener may push, listen or leave from within. */
    if (delivering) return
    delivering = true
    let next = 0
    for (; next < waiting.length && (listeners.observed || ended); next += 1) {
      const item = waiting[next]!
      taken(item)
      listeners.next(item)
    }
    waiting = waiting.slice(next)
    delivering = false
    if (ended) listeners.complete()
  }

  return {
    stream: new Observable(out => {
      const subscription = listeners.subscribe(out)
      deliver()
      return subscription
    }),
    push: item => {
      waiting.push(item)
      deliver()
    },
    end: () => {
      ended = true
      deliver()
    },
    fail: error => listeners.error(error),
  }
}
