import type { Observable, SchedulerLike } from 'rxjs'

/** See `Context.native`. */
export type AroundNative = <T>(work: () => Promise<T>) => Promise<T>

/** All that an actor may touch besides its messages; given, never reached for. */
export interface Context {
  /** The actor's address, as other actors write it in `to`. */
  readonly name: string
  /** 0 at first, one more each time the actor is restarted. */
  readonly incarnation: number
  /** Milliseconds on a clock that never goes back, the same for all actors; it advances while the machine sleeps. */
  readonly now: () => number
  /**
   * For every timer and every operator that takes one: time awake in a thread, which does not advance while the process is
   * suspended, virtual time in a test.
   */
  readonly scheduler: SchedulerLike
  /** Notes a number worth watching, e.g. the size of a batch; `health` shows its count, sum and largest by name. */
  readonly tally: (name: string, value: number) => void
  /**
   * Does work that may block the thread without being taken for hung. Work that has not settled after `maxMs` is a
   * hang all the same, whether it blocks or not.
   */
  readonly blocking: <T>(maxMs: number, work: () => Promise<T>) => Promise<T>
  /**
   * Does work that is in native code until it settles: the thread is not ended before, since a native call that returns
   * into a thread that is being ended aborts the whole process. If the thread is to end, the work does not come back.
   */
  readonly native: AroundNative
  /** Resolves once no mailbox of this actor's links is at its bound: the pace at which a source may send. */
  readonly drained: () => Promise<void>
}

/**
 * An actor is a function from the messages it receives to the messages it sends.
 * State lives in the closure; the end of the inbox is the order to finish; an error is a crash.
 */
export type Actor<In, Out> = (inbox: Observable<In>, context: Context) => Observable<Out>

/** The default export of an actor's module: options are plain data, checked by the factory. */
export type ActorFactory<Options, In, Out> = (options: Options) => Actor<In, Out> | Promise<Actor<In, Out>>

/** Whatever crosses a thread: plain data that says where it goes and where it came from. */
export interface Addressed {
  readonly to: string
  readonly from: string
  readonly kind: string
}

/** One about something with a name: a request and its reply have the same. */
export interface Identified extends Addressed {
  readonly id: string
}
