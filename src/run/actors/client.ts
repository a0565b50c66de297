/** The trainer's requests: each has one reply, an owner and a deadline, also when the actor dies over it. */
import type { Observable, SchedulerLike, Subscription } from 'rxjs'
import { addresses } from '../../contracts/addresses.ts'
import { asError, type Failure } from '../../contracts/failure.ts'
import { errorOf } from '../../engine/queue/failure-of.ts'
import type { ToTrainer } from '../../contracts/messages/calls.ts'
import { ClosedError } from '../../runtime/errors/closed-error.ts'
import { HangError } from '../../runtime/errors/hang-error.ts'
import { awakeTime } from '../../runtime/waiting/awake-time.ts'
import { now as sharedClock } from '../../runtime/waiting/clock.ts'
import type { LoggedMessage, Recoveries, ReplyMessage, ActorRecovery } from '../../contracts/actor-recovery.ts'
import type { Client } from '../../contracts/messages/client.ts'
import type { Liveness } from '../../runtime/supervision/roster.ts'
import {
  afterAnswer,
  changesSince,
  changeOf,
  partOf,
  emptyLog,
  recorded,
  stateRequest,
  pendingMessages,
  withdrawn,
  type MessageLog,
} from './recovery/message-log.ts'
import { createPools } from './recovery/pools.ts'

/** The trainer's place among the actors that it asks. */
export interface Endpoint {
  readonly inbox: Observable<ToTrainer>
  readonly send: (message: LoggedMessage) => void
  readonly liveness: Liveness
  readonly recoveries: Recoveries
}

/** A request whose sender and id are still to be filled in. */
interface Question {
  readonly kind: string
  readonly to: string
}

interface Waiting {
  readonly question: Question
  /** The actor that has it; the pool while no worker is free. */
  readonly to: string
  readonly resolve: (reply: never) => void
  readonly reject: (error: Error) => void
  readonly late: Subscription
}

/** Changes to a part of a state after which the state is asked for, so that the log stays short. */
const maxChanges = 64

export interface ClientOptions {
  /** After which a call without a reply is rejected, 120 s; it begins anew with a fresh actor, and when the call is said to go on. */
  readonly deadlineMs?: number
  /** Of the deadlines. */
  readonly scheduler?: SchedulerLike
  /** Ms, on the clock that all threads share: the device says how long its requests waited. */
  readonly now?: () => number
}

export function createClient(
  { inbox, send, liveness, recoveries }: Endpoint,
  { deadlineMs = 120_000, scheduler = awakeTime(), now = sharedClock }: ClientOptions = {},
): Client {
  const waiting = waitingCalls(scheduler, deadlineMs)
  const numberOf = numbering(recoveries)
  const logs = new Map<string, MessageLog>()
  let calls = 0
  let broken: Error | null = null

  const logOf = (actor: string): MessageLog => logs.get(actor) ?? emptyLog
  const fail = (error: Error): void => {
    broken ??= error
    waiting.fail(error)
  }
  const post = (message: LoggedMessage): void => {
    const { to } = message
    logs.set(to, recorded(recoveryOf(recoveries, to), logOf(to), message))
    if (liveness.statusOf(to) === 'dead') return
    try {
      send(message)
    } catch (error) {
      logs.set(to, withdrawn(logOf(to), message))
      throw error
    }
  }
  const pools = createPools({
    recoveries,
    liveness,
    unanswered: worker => logOf(worker).flatMap(({ message, answered }) => (answered ? [] : [message])),
    withdraw: message => logs.set(message.to, withdrawn(logOf(message.to), message)),
    give: message => {
      const { id = '', to } = message
      const asked = waiting.get(id)
      if (asked === undefined) return
      try {
        waiting.assign(id, to, asked)
        post(message)
      } catch (error) {
        waiting.take(id)?.reject(asError(error))
      }
    },
  })

  const ask = (question: Question, resolve: (reply: never) => void, reject: (error: Error) => void): void => {
    if (broken !== null) return reject(broken)
    const id = `call/${(calls += 1)}`
    waiting.assign(id, question.to, { question, resolve, reject })
    try {
      const askedAt = 'model' in question ? { askedAt: now() } : {}
      const give = pools.has(question.to) ? pools.add : post
      give({ ...question, ...askedAt, ...numberOf(question), id, from: addresses.trainer })
    } catch (error) {
      waiting.take(id)?.reject(asError(error))
    }
  }

  const take = (message: ReplyMessage, refusal: Failure | null): void => {
    const log = logs.get(message.from)
    if (log !== undefined) logs.set(message.from, afterAnswer(recoveryOf(recoveries, message.from), log, message))
    const asked = waiting.take(message.id)
    if (asked === undefined) return
    /* A worker of a pool is given many requests, and answers one after another. */
    if (asked.to !== asked.question.to) waiting.begunAnew(message.from)
    if (refusal === null) asked.resolve(message as never)
    else asked.reject(errorOf(refusal))
    const { question } = asked
    const request = dueStateRequest(recoveries.get(question.to), logOf(question.to), question)
    /* The log is kept by the client; if this fails, the next request to the actor fails too. */
    if (request !== null) ask(request, ignore, ignore)
  }

  const subscription = inbox.subscribe({
    next: message => {
      /* These ask the trainer. */
      if (message.kind === 'attach' || message.kind === 'decide') return
      if (message.kind === 'continued') return waiting.goesOn(message.id)
      take(message, message.kind === 'failed' ? message.failure : null)
    },
    error: (error: unknown) => fail(asError(error)),
    complete: () => fail(new Error('the actors have stopped')),
  })

  return {
    call: question => new Promise((resolve, reject) => ask(question, resolve, reject)),
    tell: news => post({ ...news, from: addresses.trainer }),
    restore: async actor => {
      const { probe } = recoveryOf(recoveries, actor)
      waiting.begunAnew(actor)
      for (const message of pendingMessages(logOf(actor))) send(message)
      if (probe !== null) await new Promise((resolve, reject) => ask({ kind: probe, to: actor }, resolve, reject))
    },
    fail,
    close: () => {
      subscription.unsubscribe()
      pools.close()
      fail(new ClosedError('the client of the actors'))
    },
  }
}

/** Requests without a reply yet, by id; each is rejected after its deadline. */
function waitingCalls(scheduler: SchedulerLike, deadlineMs: number) {
  const waiting = new Map<string, Waiting>()

  const take = (id: string): Waiting | undefined => {
    const asked = waiting.get(id)
    waiting.delete(id)
    asked?.late.unsubscribe()
    return asked
  }
  /** Begins the deadline anew: the request is another actor's now, or another life's. */
  const assign = (id: string, to: string, asked: Omit<Waiting, 'to' | 'late'>): void => {
    const late = scheduler.schedule(() => {
      take(id)?.reject(new HangError(`${to} has not answered ${asked.question.kind} within ${deadlineMs} ms`))
    }, deadlineMs)
    waiting.get(id)?.late.unsubscribe()
    waiting.set(id, { ...asked, to, late })
  }

  return {
    get: (id: string) => waiting.get(id),
    take,
    assign,
    goesOn: (id: string): void => {
      const asked = waiting.get(id)
      if (asked !== undefined) assign(id, asked.to, asked)
    },
    begunAnew: (actor: string): void => {
      for (const [id, asked] of waiting) if (asked.to === actor) assign(id, actor, asked)
    },
    fail: (error: Error): void => {
      for (const id of [...waiting.keys()]) take(id)?.reject(error)
    },
  }
}

/** @returns gives the number of a request that must not be applied twice. */
function numbering(recoveries: Recoveries): (question: Question) => { readonly seq?: number } {
  const numbers = new Map<string, number>()
  return question => {
    const recovery = recoveries.get(question.to)
    if (recovery?.numbered?.includes(question.kind) !== true) return {}
    const part = `${question.to} ${String(partOf(recovery, question))}`
    const seq = (numbers.get(part) ?? 0) + 1
    numbers.set(part, seq)
    return { seq }
  }
}

/** Keeps the log short: a part of a state that changed often since it was last asked for is asked for. */
function dueStateRequest(recovery: ActorRecovery | undefined, log: MessageLog, question: Question): Question | null {
  if (recovery === undefined || recovery.wholeState?.restoredBy === question.kind) return null
  const isDue = changeOf(recovery, question) === 'done' && changesSince(recovery, log, question) > maxChanges
  return isDue ? stateRequest(recovery, question) : null
}

function recoveryOf(recoveries: Recoveries, actor: string): ActorRecovery {
  const recovery = recoveries.get(actor)
  if (recovery === undefined)
    throw new RangeError(`to must be one of ${[...recoveries.keys()].join(', ')}, got ${actor}`)
  return recovery
}

const ignore = (): void => {}
