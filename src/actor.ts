import type { Observable } from 'rxjs'

/** All that an actor may touch besides its messages; given, never reached for. */
export interface Context {
  /** The actor's address, as other actors write it in `to`. */
  readonly name: string
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number
}

/**
 * An actor is a function from the messages it receives to the messages it sends.
 * State lives in the closure; the end of the inbox is the order to finish; an error is a crash.
 */
export type Actor<In, Out> = (inbox: Observable<In>, context: Context) => Observable<Out>

/** What an actor's module exports as `default`: options are plain data, checked by the factory. */
export type ActorFactory<Options, In, Out> = (options: Options) => Actor<In, Out> | Promise<Actor<In, Out>>

/** Whatever crosses a thread: plain data that says where it goes and where it came from. */
export interface Addressed {
  readonly to: string
  readonly from: string
  readonly kind: string
}
