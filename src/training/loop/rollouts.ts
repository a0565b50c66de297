/** Plays episodes on the environment actors and gathers what they and the judge send back. */
import type { Observable } from 'rxjs'
import { addresses, contexts } from '../../addresses.ts'
import type { Episode, JudgedStep, Rollout } from '../../episode.ts'
import { asError, describeFailure } from '../../failure.ts'
import type { Play, ReleaseCall, ToEnvironment, ToTrainer } from '../../protocol.ts'

/** What to play; the environment thread is chosen here. */
export type PlayOrder = Omit<Play, 'to' | 'from' | 'kind'>

/** An episode that could not be played or judged; it leaves its group and is counted, never scored. */
export interface InvalidRollout {
  readonly id: string
  readonly reason: string
}

export interface RolloutBatch {
  /** By id. */
  readonly rollouts: ReadonlyMap<string, Rollout>
  readonly invalid: readonly InvalidRollout[]
}

export interface Rollouts {
  /**
   * Plays all orders at once; settles when each is finished and judged, or invalid.
   *
   * @throws {Error} if not one of them could be played, or nothing comes for too long.
   */
  readonly play: (orders: readonly PlayOrder[]) => Promise<RolloutBatch>
  /** Plays again what an environment thread that died had not finished. */
  readonly replay: (environment: string) => void
  /** Rejects what is being played, and whatever is to be played from now on. */
  readonly fail: (error: Error) => void
}

interface Open {
  readonly order: PlayOrder
  readonly environment: string
  /** Its name among the actors: another one each time it is played, so that nobody takes an old attempt for it. */
  name: string
  episode: Episode | null
  readonly judged: (JudgedStep | undefined)[]
}

/** One batch under way: what is still open, and what has settled. */
interface Batch {
  readonly open: Map<string, Open>
  readonly rollouts: Map<string, Rollout>
  readonly invalid: InvalidRollout[]
  /** To be forgotten by the device: contexts of attempts that nobody played to their end. */
  readonly abandoned: ReleaseCall[]
  readonly resolve: (batch: RolloutBatch) => void
  readonly reject: (error: Error) => void
}

export interface RolloutsOptions {
  readonly inbox: Observable<ToTrainer>
  readonly send: (message: ToEnvironment | ReleaseCall) => void
  /** Environment threads; episodes go to them in turn. */
  readonly threads: number
  /** Longest silence before the batch is given up, ms. */
  readonly silenceMs?: number
}

export function createRollouts({ inbox, send, threads, silenceMs = 120_000 }: RolloutsOptions): Rollouts {
  let batch: Batch | null = null
  let broken: Error | null = null
  let timer: NodeJS.Timeout | undefined
  let started = 0

  const fail = (error: Error): void => {
    broken ??= error
    clearTimeout(timer)
    batch?.reject(broken)
    batch = null
  }
  const start = (open: Open): void => {
    const { order, environment } = open
    started += 1
    open.name = `${order.id}~${started}`
    send({ ...order, id: open.name, kind: 'play', to: environment, from: addresses.trainer })
  }
  const watch = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => fail(new Error(`no episode, step or vote has come for ${silenceMs} ms`)), silenceMs)
  }
  const finish = (current: Batch): void => {
    if (current.open.size > 0) return watch()
    clearTimeout(timer)
    batch = null
    for (const release of current.abandoned) send(release)
    if (current.rollouts.size === 0 && current.invalid.length > 0) {
      const [first] = current.invalid
      return current.reject(new Error(`none of ${current.invalid.length} episodes could be played: ${first?.reason}`))
    }
    current.resolve({ rollouts: current.rollouts, invalid: current.invalid.sort((a, b) => (a.id < b.id ? -1 : 1)) })
  }

  const take = (message: ToTrainer): void => {
    if (batch === null || !('id' in message)) return
    const open = batch.open.get(message.id.slice(0, message.id.lastIndexOf('~')))
    if (open?.name !== message.id) return
    const { order } = open
    if (message.kind === 'finished') open.episode = { ...message.episode, id: order.id }
    else if (message.kind === 'judged') open.judged[message.step] = message.judged
    else if (message.kind === 'failed') {
      batch.open.delete(order.id)
      batch.abandoned.push(...contextsOf(open))
      batch.invalid.push({ id: order.id, reason: describeFailure(message.failure) })
      return finish(batch)
    } else return
    if (open.episode !== null && (order.judging === null || complete(open.judged, open.episode.steps.length))) {
      batch.open.delete(order.id)
      batch.rollouts.set(order.id, { episode: open.episode, judged: open.judged.filter(step => step !== undefined) })
    }
    finish(batch)
  }
  inbox.subscribe({
    next: take,
    error: (error: unknown) => fail(asError(error)),
    complete: () => fail(new Error('the actors have stopped')),
  })

  return {
    play: orders =>
      new Promise((resolve, reject) => {
        if (broken !== null) return reject(broken)
        if (batch !== null) return reject(new Error('a batch of episodes is already being played'))
        const open = new Map<string, Open>()
        batch = { open, rollouts: new Map(), invalid: [], abandoned: [], resolve, reject }
        orders.forEach((order, index) => {
          const environment = addresses.environment(index % threads)
          open.set(order.id, { order, environment, name: '', episode: null, judged: [] })
        })
        try {
          for (const each of open.values()) start(each)
          finish(batch)
        } catch (error) {
          fail(asError(error))
        }
      }),
    replay: environment => {
      for (const open of batch?.open.values() ?? []) {
        if (open.environment !== environment || open.episode !== null) continue
        batch?.abandoned.push(...contextsOf(open))
        open.judged.length = 0
        start(open)
      }
    },
    fail,
  }
}

/** What the policy and the judge keep on the device of an episode under way. */
const contextsOf = ({ name, order: { player, judging } }: Open): ReleaseCall[] => {
  const release = (model: string, context: string): ReleaseCall => ({
    kind: 'release',
    to: addresses.gpu,
    from: addresses.trainer,
    model,
    caches: [context],
  })
  return [
    ...(player.kind === 'policy' ? [release(player.sampling.model, contexts.policy(name))] : []),
    ...(judging === null ? [] : [release(judging.model, contexts.judge(name))]),
  ]
}

const complete = (judged: readonly (JudgedStep | undefined)[], steps: number): boolean => {
  for (let step = 0; step < steps; step += 1) if (judged[step] === undefined) return false
  return true
}
