/** The trainer's requests: each has one reply, an owner and a deadline, also when the actor dies over it. */
import type { Observable, SchedulerLike, Subscription } from 'rxjs'
import { addresses } from '../../contracts/addresses.ts'
import { asError, type Failure } from '../../contracts/failure.ts'
import { NonFiniteError } from '../../engine/non-finite-error.ts'
import type { ToTrainer } from '../../contracts/messages/run.ts'
import { FailedError } from '../../runtime/errors/failed-error.ts'
import { HangError } from '../../runtime/errors/hang-error.ts'
import { awakeTime } from '../../runtime/waiting/awake-time.ts'
import { now as sharedClock } from '../../runtime/waiting/clock.ts'
import type { CallRequest } from '../../contracts/calls.ts'
import {
  afterAnswer,
  changesTo,
  emptyLog,
  recorded,
  unsettled,
  withdrawn,
  type Logged,
  type MessageLog,
} from './recovery/message-log.ts'
import type { Client } from '../../contracts/client.ts'

/** The trainer's place among the actors that it asks. */
export interface Endpoint {
  readonly inbox: Observable<ToTrainer>
  readonly send: (message: Logged) => void
}

interface Waiting {
  readonly question: CallRequest
  readonly resolve: (reply: never) => void
  readonly reject: (error: Error) => void
  late: Subscription
}

/** Changes to a model after which its state is asked for, so that the log stays short. */
const maxChanges = 64

function errorOf(failure: Failure): Error {
  if (failure.kind === 'invalid') return new RangeError(failure.reason)
  if (failure.kind === 'not-finite') return new NonFiniteError(failure.model, failure.tensors)
  return new FailedError(failure)
}

export interface ClientOptions {
  /** After which a call without a reply is rejected, 120 s; it begins anew with a fresh actor. */
  readonly deadlineMs?: number
  /** Of the deadlines. */
  readonly scheduler?: SchedulerLike
  /** Ms, on the clock that all threads share: the device says how long its requests waited. */
  readonly now?: () => number
}

export function createClient(
  { inbox, send }: Endpoint,
  { deadlineMs = 120_000, scheduler = awakeTime(), now = sharedClock }: ClientOptions = {},
): Client {
  const waiting = new Map<string, Waiting>()
  const logs = new Map<string, MessageLog>()
  const gone = new Set<string>()
  let calls = 0
  let broken: Error | null = null

  const logOf = (actor: string): MessageLog => logs.get(actor) ?? emptyLog
  const settle = (id: string): Waiting | undefined => {
    const asked = waiting.get(id)
    waiting.delete(id)
    asked?.late.unsubscribe()
    return asked
  }
  const fail = (error: Error): void => {
    broken ??= error
    for (const id of [...waiting.keys()]) settle(id)?.reject(error)
  }
  const timed = (id: string, { to, kind }: CallRequest): Subscription =>
    scheduler.schedule(() => {
      settle(id)?.reject(new HangError(`${to} has not answered ${kind} within ${deadlineMs} ms`))
    }, deadlineMs)

  const post = (message: Logged): void => {
    const { to } = message
    logs.set(to, recorded(logOf(to), message))
    if (gone.has(to)) return
    try {
      send(message)
    } catch (error) {
      logs.set(to, withdrawn(logOf(to), message))
      throw error
    }
  }
  const call: Client['call'] = question =>
    new Promise((resolve, reject) => {
      if (broken !== null) return reject(broken)
      calls += 1
      const id = `call/${calls}`
      waiting.set(id, { question, resolve, reject, late: timed(id, question) })
      try {
        const askedAt = 'model' in question ? { askedAt: now() } : {}
        post({ ...question, ...askedAt, id, from: addresses.trainer })
      } catch (error) {
        settle(id)?.reject(asError(error))
      }
    })

  const shorten = (question: CallRequest): void => {
    if (question.kind !== 'optim-step' || changesTo(logOf(question.to), question.model) <= maxChanges) return
    /* The log is kept by the client; what goes wrong here goes wrong with whatever is asked next. */
    call({ kind: 'save', to: question.to, model: question.model }).catch(() => {})
  }

  const subscription = inbox.subscribe({
    next: message => {
      if (message.kind === 'finished' || message.kind === 'judged' || message.kind === 'sampled') return
      const log = logs.get(message.from)
      if (log !== undefined) logs.set(message.from, afterAnswer(log, message))
      const asked = settle(message.id)
      if (asked === undefined) return
      if (message.kind !== 'failed') asked.resolve(message as never)
      else asked.reject(errorOf(message.failure))
      shorten(asked.question)
    },
    error: (error: unknown) => fail(asError(error)),
    complete: () => fail(new Error('the actors have stopped')),
  })

  return {
    call,
    tell: news => post({ ...news, to: addresses.adapter, from: addresses.trainer }),
    lost: actor => void gone.add(actor),
    restore: async actor => {
      gone.delete(actor)
      for (const [id, asked] of waiting) {
        if (asked.question.to !== actor) continue
        asked.late.unsubscribe()
        asked.late = timed(id, asked.question)
      }
      for (const message of unsettled(logOf(actor))) send(message)
      if (actor === addresses.gpu) await call({ kind: 'get-usage', to: actor })
      if (actor === addresses.adapter) await call({ kind: 'get-state', to: actor })
    },
    fail,
    close: () => {
      subscription.unsubscribe()
      fail(new Error('the client is closed'))
    },
  }
}
