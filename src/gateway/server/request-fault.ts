import { isError, isRangeError } from '../../contracts/built-in-error.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { DiskError, meaningOf } from '../../run/directory/records/run-directory-error.ts'
import type { Fault } from '../answers/faults.ts'
import { UnknownReference } from '../history/unknown-reference.ts'
import { LimitReached } from '../limits/limit-reached.ts'
import { UnsupportedThread } from '../requests/unsupported-thread.ts'

/** The conversation, with the least answer, is longer than the model's context. */
export class ContextTooLong extends Error {
  override readonly name = 'ContextTooLong'
}

/** Errors of a body that is no JSON, and of an address with broken escapes, with what is wrong. */
const unreadable: Readonly<Record<string, string>> = {
  SyntaxError: 'the body must be JSON',
  URIError: 'the address must have whole escapes',
}

/** What was thrown, as a refusal: what the client asks for is its own fault. */
export function requestFault(thrown: unknown): Fault {
  const message = reasonOf(thrown)
  if (thrown instanceof ContextTooLong) return { status: 400, message, code: 'context-too-long' }
  if (thrown instanceof UnknownReference) return { status: 400, message, code: 'unknown-reference' }
  if (thrown instanceof UnsupportedThread) return { status: 400, message, code: 'unsupported-thread' }
  if (thrown instanceof LimitReached) return { status: 429, message, retryAfterS: thrown.retryAfterS }
  if (thrown instanceof RefusedRequest) return { status: thrown.status, message }
  /* Its own message names folders of this machine. */
  if (thrown instanceof DiskError)
    return { status: 503, message: `it could not be kept, and is not answered: ${meaningOf(thrown) ?? message}` }
  if (isRangeError(thrown)) return { status: 400, message }
  const unread = isError(thrown) ? unreadable[thrown.name] : undefined
  if (unread !== undefined) return { status: 400, message: `${unread}: ${message}` }
  return { status: 500, message }
}
