import type { SchedulerLike } from 'rxjs'
import type { Actor, Addressed, Context } from '../../contracts/actor.ts'
import { createTallies, type Tally } from '../deployment/tally.ts'
import { tap } from '../../streams/rxjs.ts'
import type { Switchboard } from '../wires/switchboard.ts'
import { createBeats, createLease } from '../liveness/lease.ts'
import { asNative } from '../liveness/native-calls.ts'

interface HostOptions<In extends Addressed, Out extends Addressed> {
  readonly actor: Actor<In, Out>
  readonly name: string
  readonly incarnation: number
  readonly scheduler: SchedulerLike
  /** The scheduler's, if omitted. */
  readonly now?: Context['now']
  readonly board: Pick<Switchboard<In, Out>, 'inbox' | 'send' | 'flushed' | 'drained'>
  /** Called with each message before the actor is. */
  readonly taken?: (message: In) => void
  /** Shared with the watcher of the thread. */
  readonly beats?: Int32Array
}

export interface Hosted {
  /**
   * Resolves when the actor's outbox has ended and all that it sent has been posted.
   *
   * @throws errors of the outbox or of sending, or a `HangError`: each is a crash.
   */
  readonly finished: Promise<void>
  /** The actor's notes, by name. */
  readonly tallies: () => Readonly<Record<string, Tally>>
  /** Listens to the actor no more. */
  readonly quit: () => void
}

/** Runs an actor at its switchboard. @throws errors of the actor before it gave an outbox: it has not started. */
export function host<In extends Addressed, Out extends Addressed>(options: HostOptions<In, Out>): Hosted {
  const { actor, name, incarnation, scheduler, board, beats = createBeats() } = options
  const { now = () => scheduler.now(), taken = () => {} } = options
  const { send, flushed, drained } = board
  const inbox = board.inbox.pipe(tap(taken))
  const tallies = createTallies()

  let crash = (_error: unknown): void => {}
  let quit = (): void => {}
  const { blocking } = createLease(beats, scheduler, error => crash(error))
  const native: Context['native'] = work => asNative(beats, work)
  const outbox = actor(inbox, { name, incarnation, now, scheduler, tally: tallies.note, blocking, native, drained })

  const finished = new Promise<void>((resolve, reject) => {
    crash = error => {
      reject(error)
      /* Not at once: a message may be sent while subscribing. */
      queueMicrotask(() => quit())
    }
    const subscription = outbox.subscribe({
      next: message => {
        try {
          send(message)
        } catch (error) {
          crash(error)
        }
      },
      error: reject,
      complete: resolve,
    })
    quit = () => subscription.unsubscribe()
  })
  return { finished: finished.then(flushed), tallies: tallies.read, quit: () => quit() }
}
