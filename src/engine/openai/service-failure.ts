import { reasonOf, type Failure } from '../../contracts/failure.ts'
import { NoReplyError, OutOfTimeError, StatusError } from '../http/http-errors.ts'
import { failureOf } from '../queue/failure-of.ts'

/**
 * A server's failure, as data. A request that it refuses, or does not answer in time, is not repeated: its result is
 * invalid.
 */
export function serviceFailure(actor: string, thrown: unknown): Failure {
  const isTheirs = thrown instanceof StatusError || thrown instanceof NoReplyError || thrown instanceof OutOfTimeError
  return isTheirs ? { kind: 'invalid', reason: reasonOf(thrown) } : failureOf(actor, thrown)
}
