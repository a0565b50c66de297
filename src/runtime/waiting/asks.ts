/** Questions to actors: each has one answer, an owner and a deadline. */
import type { SchedulerLike } from 'rxjs'
import type { Addressed } from '../../contracts/actor.ts'
import { asError, crashed, type Failure } from '../../contracts/failure.ts'
import { FailedError } from '../errors/failed-error.ts'

export interface AskOptions<In extends Addressed, Reply extends In> {
  /** Most time for the answer, 5 s. */
  readonly deadlineMs?: number
  /** Which message is the answer; if omitted, the one with the question's `id` from whom it was sent to. */
  readonly reply?: (message: In) => message is Reply
}

export type Question<Out extends Addressed> = Out & { readonly id: string }

interface Asked<In> {
  readonly to: string
  /** Whether the message is the answer, which then resolves the question. */
  readonly take: (message: In) => boolean
  readonly refuse: (failure: Failure) => void
}

interface Asks<In extends Addressed> {
  /** See `System.ask`. @param send is called once the answer can be taken. */
  readonly ask: <Reply extends In>(
    question: Question<Addressed>,
    send: () => void,
    options: AskOptions<In, Reply>,
  ) => Promise<Reply>
  /** Whether the message is an answer, and has been delivered. */
  readonly take: (message: In) => boolean
  /** No answer can come any more from this actor; from none at all if omitted. */
  readonly ended: (actor?: string) => void
}

export function createAsks<In extends Addressed>(scheduler: SchedulerLike): Asks<In> {
  const open = new Set<Asked<In>>()

  return {
    ask: <Reply extends In>(
      { to, kind, id }: Question<Addressed>,
      send: () => void,
      { deadlineMs = 5_000, reply }: AskOptions<In, Reply>,
    ) =>
      new Promise<Reply>((resolve, reject) => {
        const settle = (act: () => void): void => {
          late.unsubscribe()
          open.delete(asked)
          act()
        }
        const refuse = (failure: Failure): void => settle(() => reject(new FailedError(failure)))
        const hasId = (message: In): message is Reply => message.from === to && 'id' in message && message.id === id
        const isReply = reply ?? hasId
        const take = (message: In): boolean => {
          if (hasId(message) && isRefusal(message)) refuse(message.failure)
          else if (isReply(message)) settle(() => resolve(message))
          else return false
          return true
        }
        const asked: Asked<In> = { to, take, refuse }
        const late = scheduler.schedule(
          () => refuse(crashed(to, new Error(`no answer to ${kind} '${id}' within ${deadlineMs} ms`))),
          deadlineMs,
        )
        open.add(asked)
        try {
          send()
        } catch (error) {
          settle(() => reject(asError(error)))
        }
      }),
    take: message => {
      for (const { take } of open) if (take(message)) return true
      return false
    },
    ended: actor => {
      for (const { to, refuse } of [...open]) if (to === (actor ?? to)) refuse({ kind: 'stopped', actor: to })
    },
  }
}

/** The request was not carried out. */
const isRefusal = (message: Addressed): message is Addressed & { readonly failure: Failure } =>
  message.kind === 'failed' && 'failure' in message
