/** Plays episodes on the environment actors and gathers what they and the judge send back. */
import type { Observable, SchedulerLike, Subscription } from 'rxjs'
import { addresses } from '../contracts/addresses.ts'
import type { Episode, JudgedStep, Rollout } from '../contracts/episode.ts'
import { asError, describeFailure } from '../contracts/failure.ts'
import type { Abandon, Closed, Play, ToTrainer } from '../contracts/messages/run.ts'
import { FailedError } from '../runtime/errors/failed-error.ts'
import { awakeTime } from '../runtime/waiting/awake-time.ts'
import { forgetting, needs, type Attempt } from './attempts.ts'
import type { InvalidRollout, RolloutBatch, Rollouts } from '../contracts/rollouts.ts'

/** The orders of one call, and what has come of them. */
interface Batch {
  left: number
  readonly attempts: Attempt[]
  /** Those of which an actor may keep something when the batch is over. */
  untidy: readonly Attempt[]
  readonly rollouts: Map<string, Rollout>
  readonly invalid: InvalidRollout[]
  readonly resolve: (batch: RolloutBatch) => void
  readonly reject: (error: Error) => void
}

/** An order that has to be played, on a thread that stays the same. */
type Due = Omit<Attempt, 'name'> & { readonly batch: Batch }

/** An attempt under way, and what has come of it. */
interface Open extends Attempt {
  readonly batch: Batch
  episode: Episode | null
  readonly judged: (JudgedStep | undefined)[]
}

export interface RolloutsOptions {
  readonly inbox: Observable<ToTrainer>
  readonly send: (message: Play | Abandon | Closed) => void
  /** Environment threads; episodes go to them in turn. */
  readonly threads: number
  /** Longest silence while something is to be played, ms. */
  readonly silenceMs?: number
  /** Of the silence. */
  readonly scheduler?: SchedulerLike
}

/** Attempts whose end may still be news to somebody; each is a name and a task. */
const mostRecent = 1024

export function createRollouts(options: RolloutsOptions): Rollouts {
  const { inbox, send, threads, silenceMs = 120_000, scheduler = awakeTime() } = options
  /** By name of the attempt. */
  const open = new Map<string, Open>()
  let due: Due[] = []
  const batches = new Set<Batch>()
  /** Of batches that are over: if somebody dies now, what was told last may not have reached everybody. */
  let recent: readonly Attempt[] = []
  /** To be forgotten as soon as everybody is there. */
  let untidy = new Set<Attempt>()
  const gone = new Set<string>()
  let broken: Error | null = null
  let late: Subscription | undefined
  let started = 0

  const fail = (error: Error): void => {
    broken ??= error
    late?.unsubscribe()
    for (const batch of batches) batch.reject(broken)
    batches.clear()
    open.clear()
    due = []
  }
  const silent = (): void => {
    const awaited = gone.size > 0 ? gone : new Set([...open.values()].map(awaits))
    fail(new Error(`nothing has come for ${silenceMs} ms; awaited: ${[...awaited].join(', ')}`))
  }
  const watch = (): void => {
    late?.unsubscribe()
    if (batches.size > 0) late = scheduler.schedule(silent, silenceMs)
  }
  const tidy = (attempts: readonly Attempt[]): void => {
    for (const message of attempts.flatMap(forgetting)) if (!gone.has(message.to)) send(message)
  }

  /** Plays what is due, unless somebody is missing. */
  const go = (): void => {
    if (gone.size > 0) return
    tidy([...untidy])
    untidy = new Set()
    const starting = due
    due = []
    for (const each of starting) {
      started += 1
      const { order, environment } = each
      const name = `${order.id}~${started}`
      const attempt: Open = { ...each, name, episode: null, judged: [] }
      open.set(name, attempt)
      each.batch.attempts.push(attempt)
      send({ ...order, id: name, kind: 'play', to: environment, from: addresses.trainer })
    }
  }
  const close = (batch: Batch): void => {
    if (batch.left > 0) return
    batches.delete(batch)
    for (const attempt of batch.untidy) untidy.add(attempt)
    recent = [...recent, ...batch.attempts].slice(-mostRecent)
    go()
    const { rollouts, invalid } = batch
    if (rollouts.size > 0 || invalid.length === 0)
      return batch.resolve({ rollouts, invalid: invalid.sort((a, b) => (a.id < b.id ? -1 : 1)) })
    const { reason, failure } = invalid[0]!
    const options = failure === undefined ? {} : { cause: new FailedError(failure) }
    batch.reject(new Error(`none of ${invalid.length} episodes could be played: ${reason}`, options))
  }
  const settle = (attempt: Open): Batch => {
    const { batch, name } = attempt
    open.delete(name)
    batch.left -= 1
    return batch
  }

  const take = (message: ToTrainer): void => {
    const attempt = 'id' in message ? open.get(message.id) : undefined
    if (attempt === undefined) return
    const { order, judged, batch } = attempt
    if (message.kind === 'failed') {
      settle(attempt)
      if (batch.untidy !== batch.attempts) batch.untidy = [...batch.untidy, attempt]
      const { failure } = message
      batch.invalid.push({ id: order.id, reason: describeFailure(failure), failure })
    } else if (message.kind === 'finished') attempt.episode = { ...message.episode, id: order.id }
    else if (message.kind === 'judged') judged[message.step] = message.judged
    const { episode } = attempt
    if (open.has(attempt.name) && episode !== null && (order.judging === null || complete(judged, episode))) {
      settle(attempt)
      batch.rollouts.set(order.id, { episode, judged: judged.filter(step => step !== undefined) })
    }
    close(batch)
    watch()
  }
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (thrown) {
      fail(asError(thrown))
    }
  }
  inbox.subscribe({
    next: message => guarded(() => take(message)),
    error: (error: unknown) => fail(asError(error)),
    complete: () => fail(new Error('the actors have stopped')),
  })

  return {
    play: orders =>
      new Promise((resolve, reject) => {
        if (broken !== null) return reject(broken)
        const batch: Batch = {
          left: orders.length,
          attempts: [],
          untidy: [],
          rollouts: new Map(),
          invalid: [],
          resolve,
          reject,
        }
        batches.add(batch)
        orders.forEach((order, index) =>
          due.push({ order, environment: addresses.environment(index % threads), batch }),
        )
        guarded(() => {
          go()
          close(batch)
          watch()
        })
      }),
    lost: actor =>
      guarded(() => {
        gone.add(actor)
        for (const batch of batches) batch.untidy = batch.attempts
        for (const attempt of recent) untidy.add(attempt)
        const undone = [...open.values()].filter(attempt => needs(attempt, attempt.episode !== null, actor))
        for (const { name, order, environment, batch } of undone) {
          open.delete(name)
          due.push({ order, environment, batch })
        }
        tidy(undone)
        watch()
      }),
    resume: () =>
      guarded(() => {
        gone.clear()
        go()
        watch()
      }),
    fail,
  }
}

/** Who has not sent what is missing of an attempt. */
const awaits = ({ episode, environment }: Open): string => (episode === null ? environment : addresses.rewardModel)

const complete = (judged: readonly (JudgedStep | undefined)[], { steps }: Episode): boolean =>
  steps.every((_, step) => judged[step] !== undefined)
