/** Questions to the actors of a benchmark: each has one answer and a deadline. */
import { filter, firstValueFrom, throwError, timeout, type Observable } from 'rxjs'
import type { Addressed } from '../actor.ts'
import { describeFailure, type Failure } from '../failure.ts'

interface Answer extends Addressed {
  readonly id: string
  /** Of an answer of kind `failed`. */
  readonly failure?: Failure
}

export type Ask<Q, A extends Answer> = <K extends A['kind']>(
  /** The question with the id that its answer will have. */
  question: (id: string) => Q,
  /** Kind of the answer. */
  kind: K,
) => Promise<Extract<A, { readonly kind: K }>>

export interface AskerOptions<Q, A> {
  readonly inbox: Observable<A>
  readonly send: (question: Q) => void
  readonly deadlineMs?: number
}

/** @throws {RangeError} from a question that is refused; {Error} if it fails, or has no answer within `deadlineMs`. */
export function asker<Q extends Addressed, A extends Answer>({
  inbox,
  send,
  deadlineMs = 30_000,
}: AskerOptions<Q, A>): Ask<Q, A> {
  let asked = 0
  return async (questionOf, kind) => {
    asked += 1
    const id = `question/${asked}`
    const question = questionOf(id)
    const late = () => new Error(`${question.to} has not answered ${question.kind} within ${deadlineMs} ms`)
    const answer = firstValueFrom(
      inbox.pipe(
        filter(message => message.id === id),
        timeout({ first: deadlineMs, with: () => throwError(late) }),
      ),
    )
    send(question)
    const message = await answer
    if (isOf(message, kind)) return message
    if (message.failure === undefined) throw new Error(`${question.to} answered ${question.kind} with ${message.kind}`)
    throw message.failure.kind === 'invalid'
      ? new RangeError(message.failure.reason)
      : new Error(describeFailure(message.failure))
  }
}

const isOf = <A extends Answer, K extends A['kind']>(
  message: A,
  kind: K,
): message is Extract<A, { readonly kind: K }> => message.kind === kind
