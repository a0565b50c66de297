/** Plays episodes on free workers, and joins the episodes with the notes on them. */
import type { Observable, SchedulerLike, Subscription } from 'rxjs'
import type { Recoveries } from '../contracts/actor-recovery.ts'
import { addresses } from '../contracts/addresses.ts'
import type { Episode, Rollout } from '../contracts/episode.ts'
import { asError, describeFailure } from '../contracts/failure.ts'
import type { Abandon, Closed, Play } from '../contracts/messages/run.ts'
import type { ToTrainer } from '../contracts/messages/calls.ts'
import type { InvalidRollout, RolloutBatch, RolloutRequest, Rollouts } from '../contracts/messages/rollouts.ts'
import { FailedError } from '../runtime/errors/failed-error.ts'
import { freeWorker } from '../runtime/supervision/free-worker.ts'
import type { Liveness } from '../runtime/supervision/roster.ts'
import { awakeTime } from '../runtime/waiting/awake-time.ts'
import { needs, needsToBegin, type Attempt } from './episode/attempt.ts'
import { createCleanup } from './episode/cleanup.ts'
import { finishedNotes, isComplete, note, noNotes, type NotesUnderWay } from './episode/notes-under-way.ts'
import { worldKeyOf } from './rollout-requests.ts'

/** The requests of one call, and their results so far. */
interface Batch {
  left: number
  readonly attempts: Attempt[]
  /** Those of which an actor may keep something when the batch is over. */
  toForget: readonly Attempt[]
  readonly rollouts: Map<string, Rollout>
  readonly invalid: InvalidRollout[]
  readonly resolve: (batch: RolloutBatch) => void
  readonly reject: (error: Error) => void
}

/** A request that waits to be played. */
interface Queued {
  readonly request: RolloutRequest
  readonly batch: Batch
}

/** An attempt under way, and its results so far. */
interface Open extends Attempt, Queued {
  episode: Episode | null
  readonly notes: NotesUnderWay
}

export interface RolloutsOptions {
  readonly inbox: Observable<ToTrainer>
  readonly send: (message: Play | Abandon | Closed) => void
  readonly liveness: Liveness
  /** Of every actor: those that host episodes are the workers, in this order. */
  readonly recoveries: Recoveries
  /** Episodes under way in one worker; `episodesPerWorker` if left out. */
  readonly maxPerWorker?: number
  /** Longest silence while something is to be played, ms. */
  readonly silenceMs?: number
  /** Of the silence. */
  readonly scheduler?: SchedulerLike
  /** Changes whenever an actor has sent something: then it is no silence, though an episode of many turns may send the trainer nothing. */
  readonly activity?: () => Promise<unknown>
}

/** Episodes under way in one environment thread; more would not fit into one call of the engine. */
export const episodesPerWorker = 1024

export const createRollouts = (options: RolloutsOptions): Rollouts => new PlayedRollouts(options)

class PlayedRollouts implements Rollouts {
  /** By name of the attempt. */
  readonly #open = new Map<string, Open>()
  /** Requests that no worker has taken, the oldest first. */
  #queue: Queued[] = []
  /** Episodes that are being played, by worker. */
  readonly #underWay = new Map<string, number>()
  readonly #batches = new Set<Batch>()
  #started = 0
  #broken: Error | null = null
  #late: Subscription | undefined
  /** When it was last looked at. */
  #activity: unknown
  readonly #options: Required<RolloutsOptions>
  readonly #workers: readonly string[]
  readonly #cleanup: ReturnType<typeof createCleanup>

  constructor(options: RolloutsOptions) {
    const { inbox, liveness, recoveries } = options
    const others = { scheduler: awakeTime(), activity: async () => undefined }
    this.#options = { maxPerWorker: episodesPerWorker, silenceMs: 120_000, ...others, ...options }
    this.#workers = [...recoveries].flatMap(([actor, { episodes }]) => (episodes.includes('host') ? [actor] : []))
    this.#cleanup = createCleanup(options)
    inbox.subscribe({
      next: message => this.#guarded(() => this.#take(message)),
      error: (error: unknown) => this.fail(asError(error)),
      complete: () => this.fail(new Error('the actors have stopped')),
    })
    liveness.subscribe((actor, status) =>
      this.#guarded(() => {
        if (status === 'dead') this.#lost(actor)
        this.#dispatch()
        this.#watch()
      }),
    )
  }

  readonly play: Rollouts['play'] = (requests, signal) =>
    new Promise((resolve, reject) => {
      if (this.#broken !== null) return reject(this.#broken)
      if (signal?.aborted === true) return reject(asError(signal.reason))
      const batch: Batch = {
        left: requests.length,
        attempts: [],
        toForget: [],
        rollouts: new Map(),
        invalid: [],
        resolve,
        reject,
      }
      this.#batches.add(batch)
      signal?.addEventListener('abort', () => this.#guarded(() => this.#abandon(batch, signal.reason)), { once: true })
      this.#queue = [...this.#queue, ...requests.map(request => ({ request, batch }))]
      this.#guarded(() => {
        this.#dispatch()
        this.#close(batch)
        this.#watch()
      })
    })

  readonly fail = (error: Error): void => {
    this.#broken ??= error
    this.#late?.unsubscribe()
    for (const batch of this.#batches) batch.reject(this.#broken)
    this.#batches.clear()
    this.#open.clear()
    this.#queue = []
  }

  async #silent(): Promise<void> {
    const { liveness, silenceMs, activity } = this.#options
    const [late, before] = [this.#late, this.#activity]
    this.#activity = await activity()
    /* Something has come meanwhile. */
    if (this.#late !== late || this.#batches.size === 0) return
    if (this.#activity !== before) {
      this.#watch()
      return
    }
    const awaited = new Set([...liveness.missing(), ...[...this.#open.values()].map(awaits)])
    this.fail(new Error(`nothing has come for ${silenceMs} ms; awaited: ${[...awaited].join(', ')}`))
  }

  #watch(): void {
    this.#late?.unsubscribe()
    const { scheduler, silenceMs } = this.#options
    if (this.#batches.size > 0) this.#late = scheduler.schedule(() => void this.#silent().catch(this.fail), silenceMs)
  }

  #start({ request, batch }: Queued, worker: string): void {
    this.#started += 1
    const name = `${request.id}~${this.#started}`
    /* Kept longer than what comes of it. */
    const attempt: Attempt = { request, worker, name }
    this.#open.set(name, { ...attempt, batch, episode: null, notes: noNotes(request) })
    this.#count(worker, 1)
    batch.attempts.push(attempt)
    /* Of the request, not of the attempt. */
    const key = worldKeyOf(request)
    this.#options.send({ ...request, key, id: name, kind: 'play', to: worker, from: addresses.trainer })
  }

  #count(worker: string, change: 1 | -1): void {
    this.#underWay.set(worker, (this.#underWay.get(worker) ?? 0) + change)
  }

  /** Starts waiting requests, the oldest first: every free worker takes requests until it has no more room. */
  #dispatch(): void {
    if (this.#broken !== null) return
    this.#cleanup.flush()
    const { liveness, recoveries, maxPerWorker } = this.#options
    const missing = liveness.missing().flatMap(actor => recoveries.get(actor) ?? [])
    const left: Queued[] = []
    let seen = 0
    for (const queued of this.#queue) {
      const worker = freeWorker(this.#workers, liveness, this.#underWay, maxPerWorker)
      if (worker === null) break
      seen += 1
      if (missing.some(actor => needsToBegin(queued.request, actor))) left.push(queued)
      else this.#start(queued, worker)
    }
    if (left.length === 0) this.#queue.splice(0, seen)
    else if (left.length < seen) this.#queue = [...left, ...this.#queue.slice(seen)]
  }

  #close(batch: Batch): void {
    if (batch.left > 0) return
    this.#batches.delete(batch)
    this.#cleanup.later(batch.toForget)
    this.#cleanup.over(batch.attempts)
    this.#dispatch()
    const { rollouts, invalid } = batch
    if (rollouts.size > 0 || invalid.length === 0)
      return batch.resolve({ rollouts, invalid: invalid.sort((a, b) => (a.id < b.id ? -1 : 1)) })
    const { reason, failure } = invalid[0]!
    const options = failure === undefined ? {} : { cause: new FailedError(failure) }
    batch.reject(new Error(`none of ${invalid.length} episodes could be played: ${reason}`, options))
  }

  /** They are no longer wanted. */
  #abandon(batch: Batch, reason: unknown): void {
    if (!this.#batches.delete(batch)) return
    const undone = [...this.#open.values()].filter(attempt => attempt.batch === batch)
    for (const attempt of undone) this.#removeAttempt(attempt)
    this.#queue = this.#queue.filter(queued => queued.batch !== batch)
    this.#cleanup.now(undone)
    this.#cleanup.over(batch.attempts)
    batch.reject(asError(reason))
    this.#dispatch()
    this.#watch()
  }

  #removeAttempt({ name, worker, episode }: Open): void {
    this.#open.delete(name)
    if (episode === null) this.#count(worker, -1)
  }

  #take(message: ToTrainer): void {
    const attempt = 'id' in message ? this.#open.get(message.id) : undefined
    if (attempt === undefined) return
    const { request, notes, batch } = attempt
    if (message.kind === 'failed') {
      this.#removeAttempt(attempt)
      batch.left -= 1
      if (batch.toForget !== batch.attempts) batch.toForget = [...batch.toForget, attempt]
      const { failure } = message
      batch.invalid.push({ id: request.id, reason: describeFailure(failure), failure })
    } else if (message.kind === 'finished') {
      if (attempt.episode === null) this.#count(attempt.worker, -1)
      attempt.episode = { ...message.episode, id: request.id }
    } else if (message.kind === 'noted') note(notes, message)
    const { episode } = attempt
    if (this.#open.has(attempt.name) && episode !== null && isComplete(notes, episode)) {
      this.#removeAttempt(attempt)
      batch.left -= 1
      batch.rollouts.set(request.id, { episode, notes: finishedNotes(notes) })
    }
    this.#close(batch)
    if (this.#queue.length > 0 && message.kind !== 'noted') this.#dispatch()
    this.#watch()
  }

  /** Attempts in which a dead actor had a part go back to the head of the queue, for the living workers. */
  #lost(actor: string): void {
    for (const batch of this.#batches) batch.toForget = batch.attempts
    this.#cleanup.died()
    const recovery = this.#options.recoveries.get(actor)
    if (recovery === undefined) return
    const undone = [...this.#open.values()].filter(attempt => needs(attempt, attempt.episode !== null, actor, recovery))
    for (const attempt of undone) this.#removeAttempt(attempt)
    this.#queue = [...undone.map(({ request, batch }) => ({ request, batch })), ...this.#queue]
    this.#cleanup.now(undone)
  }

  #guarded(work: () => void): void {
    try {
      work()
    } catch (thrown) {
      this.fail(asError(thrown))
    }
  }
}

/** The actor that has not sent the missing part of an attempt. */
const awaits = ({ episode, worker }: Open): string => (episode === null ? worker : addresses.observer)
