import { Observable, Subject } from './rxjs.ts'
import { fifo } from './fifo.ts'

/** A stream fed by hand, whose items wait while it has no subscriber; the producer bounds how many. */
interface Held<T> {
  /** For any number of listeners; what waited goes to the first. */
  readonly stream: Observable<T>
  readonly push: (item: T) => void
  /** To be called when a `gate` that was shut has opened. */
  readonly resume: () => void
  /** Ends the stream after the waiting items; without a listener, the next one gets both. */
  readonly end: () => void
  readonly fail: (error: Error) => void
}

/**
 * @param taken called with each item just before its listeners get it.
 * @param gate whether the next item may go to its listeners now; it waits if not.
 */
export function held<T>(taken: (item: T) => void = () => {}, gate: () => boolean = () => true): Held<T> {
  const listeners = new Subject<T>()
  const waiting = fifo<T>()
  let ended = false
  let delivering = false

  const give = (item: T): void => {
    taken(item)
    listeners.next(item)
  }
  const flows = (): boolean => listeners.observed && gate()
  const deliver = (): void => {
    /* A listener may push, listen or leave from within. */
    if (delivering) return
    delivering = true
    while (waiting.size() > 0 && flows()) give(waiting.shift()!)
    delivering = false
    if (ended && waiting.size() === 0) listeners.complete()
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
    resume: deliver,
    end: () => {
      ended = true
      deliver()
    },
    fail: error => listeners.error(error),
  }
}
