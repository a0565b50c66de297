/** Questions to the actors of a benchmark. */
import type { Addressed, Identified } from '../../contracts/actor.ts'
import { FailedError } from '../../runtime/errors/failed-error.ts'
import type { System } from '../../runtime/system.ts'

type Ask<Q extends Addressed, A extends Identified> = <K extends A['kind']>(
  /** The question with the id that its answer will have. */
  question: (id: string) => Q & { readonly id: string },
  /** Kind of the answer. */
  kind: K,
) => Promise<Extract<A, { readonly kind: K }>>

const deadlineMs = 30_000

/**
 * @throws {RangeError} from a question that is refused; {FailedError} if it fails, has no answer in time, or the actor
 *   dies first.
 */
export function questioner<Q extends Addressed, A extends Identified>({ ask }: Pick<System<A, Q>, 'ask'>): Ask<Q, A> {
  let asked = 0
  return async <K extends A['kind']>(questionOf: (id: string) => Q & { readonly id: string }, kind: K) => {
    asked += 1
    const question = questionOf(`question/${asked}`)
    const reply = (message: A): message is Extract<A, { readonly kind: K }> =>
      message.kind === kind && message.id === question.id
    try {
      return await ask(question, { deadlineMs, reply })
    } catch (error) {
      throw error instanceof FailedError && error.failure.kind === 'invalid'
        ? new RangeError(error.failure.reason, { cause: error })
        : error
    }
  }
}

/** Repeats a question whose actor died before it answered: a fresh one takes its place, or `broken` says why not. */
export async function persistently<T>(ask: () => Promise<T>, broken: () => Error | null): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const why = broken()
      if (why !== null) throw why
      if (!(error instanceof FailedError && error.failure.kind === 'stopped')) throw error
    }
  }
}

/** The answer to the first question of a system, which is stopped where there is none: nobody has it yet who could. */
export const answeredFirst = <T>(answer: Promise<T>, { stop }: { readonly stop: () => Promise<void> }): Promise<T> =>
  answer.catch(async (error: unknown) => {
    await stop()
    throw error
  })
