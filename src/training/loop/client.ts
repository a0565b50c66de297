/** The trainer's requests: each has one reply, an owner and a deadline. */
import type { Observable } from 'rxjs'
import { addresses } from '../../addresses.ts'
import { asError, describeFailure } from '../../failure.ts'
import type {
  AccountCall,
  Accounted,
  AccumulateCall,
  AccumulatedReply,
  Adapt,
  Loaded,
  LoadCall,
  Proposed,
  Recall,
  Recalled,
  SaveCall,
  Saved,
  ScoreCall,
  Scored,
  ToAdapter,
  ToEnvironment,
  ToGpu,
  ToTrainer,
  UpdateCall,
  UpdatedReply,
} from '../../protocol.ts'

/** The trainer's place among the actors. */
export interface Endpoint {
  readonly inbox: Observable<ToTrainer>
  readonly send: (message: ToEnvironment | ToGpu | ToAdapter) => void
}

interface Replies {
  readonly score: Scored
  readonly accumulate: AccumulatedReply
  readonly update: UpdatedReply
  readonly save: Saved
  readonly load: Loaded
  readonly account: Accounted
  readonly adapt: Proposed
  readonly recall: Recalled
}

type Call = AccountCall | ScoreCall | AccumulateCall | UpdateCall | SaveCall | LoadCall | Adapt | Recall

/** A call as its asker writes it; who asks and the id are filled in. */
type Question<C> = C extends Call ? Omit<C, 'from' | 'id'> : never

export interface Client {
  /**
   * @throws {RangeError} when the actor refuses the request.
   * @throws {Error} when it crashed on it, the deadline passed, or the client failed meanwhile.
   */
  readonly call: <K extends keyof Replies>(question: Question<Call> & { readonly kind: K }) => Promise<Replies[K]>
  /** Rejects everything that waits, and everything asked from now on. */
  readonly fail: (error: Error) => void
  readonly close: () => void
}

interface Waiting {
  readonly resolve: (reply: never) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** @param deadlineMs after which a call without a reply is rejected. */
export function createClient({ inbox, send }: Endpoint, deadlineMs = 120_000): Client {
  const waiting = new Map<string, Waiting>()
  let calls = 0
  let broken: Error | null = null

  const settle = (id: string): Waiting | undefined => {
    const asked = waiting.get(id)
    waiting.delete(id)
    clearTimeout(asked?.timer)
    return asked
  }
  const fail = (error: Error): void => {
    broken ??= error
    for (const id of [...waiting.keys()]) settle(id)?.reject(error)
  }

  const subscription = inbox.subscribe({
    next: message => {
      if (message.kind === 'finished' || message.kind === 'judged') return
      const asked = settle(message.id)
      if (asked === undefined) return
      if (message.kind !== 'failed') asked.resolve(message as never)
      else if (message.failure.kind === 'invalid') asked.reject(new RangeError(message.failure.reason))
      else asked.reject(new Error(describeFailure(message.failure)))
    },
    error: (error: unknown) => fail(asError(error)),
    complete: () => fail(new Error('the actors have stopped')),
  })

  return {
    call: question =>
      new Promise((resolve, reject) => {
        if (broken !== null) return reject(broken)
        calls += 1
        const id = `call/${calls}`
        const late = (): void => {
          settle(id)?.reject(new Error(`${question.to} has not answered ${question.kind} within ${deadlineMs} ms`))
        }
        waiting.set(id, { resolve, reject, timer: setTimeout(late, deadlineMs) })
        try {
          send({ ...question, id, from: addresses.trainer })
        } catch (error) {
          settle(id)?.reject(asError(error))
        }
      }),
    fail,
    close: () => {
      subscription.unsubscribe()
      fail(new Error('the client is closed'))
    },
  }
}
