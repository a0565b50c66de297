import type { SchedulerLike } from 'rxjs'
import { crashed, type Failure } from '../../contracts/failure.ts'
import { FailedError } from '../errors/failed-error.ts'
import { awakeTime } from './awake-time.ts'

interface AnsweredOptions {
  /** The actor asked. */
  readonly actor: string
  /** What for, e.g. `inspect`. */
  readonly verb: string
  /** Asked for again when it has passed: it may have moved. */
  readonly deadlineMs: () => number
  /** Settles when the actor has ended: from then on no answer can come. */
  readonly ended: Promise<unknown>
  readonly scheduler?: SchedulerLike
}

/**
 * Waits for an answer, with a deadline: a Comlink call does not settle once its worker has ended.
 *
 * @throws {FailedError} `stopped` if the actor ends first, `crashed` if it does not answer in time.
 */
export function answered<T>(answer: Promise<T>, options: AnsweredOptions): Promise<T> {
  const { actor, verb, deadlineMs, ended, scheduler = awakeTime() } = options
  const askedMs = scheduler.now()
  return new Promise((resolve, reject) => {
    const refuse = (failure: Failure): void => {
      late.unsubscribe()
      reject(new FailedError(failure))
    }
    const late = scheduler.schedule(function () {
      const allowedMs = deadlineMs()
      const leftMs = askedMs + allowedMs - scheduler.now()
      if (leftMs > 0) this.schedule(undefined, leftMs)
      else refuse(crashed(actor, new Error(`no answer to ${verb} within ${allowedMs} ms`)))
    }, deadlineMs())
    const stopped = (): void => refuse({ kind: 'stopped', actor })
    ended.then(stopped, stopped)
    answer.finally(() => late.unsubscribe()).then(resolve, reject)
  })
}
