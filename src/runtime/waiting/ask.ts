import { crashed, type Failure } from '../../failure.ts'
import { FailedError } from '../errors/failed-error.ts'

export interface AskOptions {
  /** Who is asked. */
  readonly actor: string
  /** What for, e.g. `inspect`. */
  readonly verb: string
  readonly deadlineMs: number
  /** Settles when the actor has ended: from then on no answer can come. */
  readonly ended: Promise<unknown>
}

/**
 * Waits for an answer, but never for ever: a Comlink call does not settle once its worker is gone.
 *
 * @throws {FailedError} `stopped` if the actor ends first, `crashed` if it does not answer in time.
 */
export async function ask<T>(answer: Promise<T>, { actor, verb, deadlineMs, ended }: AskOptions): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const refuse = (failure: Failure): never => {
    throw new FailedError(failure)
  }
  const late = new Promise<void>(resolve => (timer = setTimeout(resolve, deadlineMs)))
  try {
    return await Promise.race([
      answer,
      ended.then(() => refuse({ kind: 'stopped', actor })),
      late.then(() => refuse(crashed(actor, new Error(`no answer to ${verb} within ${deadlineMs} ms`)))),
    ])
  } finally {
    clearTimeout(timer)
  }
}
