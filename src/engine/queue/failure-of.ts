/** Errors of an engine, as plain data and back: an error loses its class on the way to another thread. */
import { crashed, describeFailure, reasonOf, type Failure } from '../../contracts/failure.ts'
import { systemCode } from '../../files/system-code.ts'
import { FailedError } from '../../runtime/errors/failed-error.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'

/** @param actor that it escaped from. */
export function failureOf(from: string, thrown: unknown): Failure {
  if (isRangeError(thrown)) return { kind: 'invalid', reason: thrown.message }
  if (thrown instanceof FailedError) return thrown.failure
  const code = systemCode(thrown)
  if (code !== null && /^E[A-Z0-9]+$/.test(code)) return { kind: 'system', code, reason: reasonOf(thrown) }
  if (!(thrown instanceof NonFiniteError)) return crashed(from, thrown)
  const { model, tensors, message: reason } = thrown
  return { kind: 'not-finite', model, tensors, reason }
}

export function errorOf(failure: Failure): Error {
  if (failure.kind === 'invalid') return new RangeError(describeFailure(failure))
  if (failure.kind === 'not-finite') return new NonFiniteError(failure.model, failure.tensors)
  if (failure.kind !== 'system') return new FailedError(failure)
  const { code, reason } = failure
  return new FailedError(failure, { cause: Object.assign(new Error(reason), { code }) })
}
