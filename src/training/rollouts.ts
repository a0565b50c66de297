/** Plays episodes on the environment actors and gathers what they and the judge send back. */
import type { Observable } from 'rxjs'
import { addresses } from '../addresses.ts'
import type { Episode, JudgedStep, Rollout } from '../episode.ts'
import { describeFailure } from '../failure.ts'
import type { Play, ToEnvironment, ToTrainer } from '../protocol.ts'

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
  /** Plays all orders at once; settles when each is finished and judged, or invalid. */
  readonly play: (orders: readonly PlayOrder[]) => Promise<RolloutBatch>
  /** Plays again what an environment thread that died had not finished. */
  readonly replay: (environment: string) => void
  readonly fail: (error: Error) => void
}

interface Open {
  readonly order: PlayOrder
  readonly environment: string
  attempt: number
  episode: Episode | null
  readonly judged: (JudgedStep | undefined)[]
}

/** One batch under way: what is still open, and what has settled. */
interface Batch {
  readonly open: Map<string, Open>
  readonly rollouts: Map<string, Rollout>
  readonly invalid: InvalidRollout[]
  readonly resolve: (batch: RolloutBatch) => void
  readonly reject: (error: Error) => void
}

export interface RolloutsOptions {
  readonly inbox: Observable<ToTrainer>
  readonly send: (message: ToEnvironment) => void
  /** Environment threads; episodes go to them in turn. */
  readonly threads: number
  /** Longest silence before the batch is given up, ms. */
  readonly silenceMs?: number
}

export function createRollouts({ inbox, send, threads, silenceMs = 120_000 }: RolloutsOptions): Rollouts {
  let batch: Batch | null = null
  let timer: NodeJS.Timeout | undefined

  const start = ({ order, environment, attempt }: Open): void =>
    send({ ...order, id: attemptId(order.id, attempt), kind: 'play', to: environment, from: addresses.trainer })

  const fail = (error: Error): void => {
    clearTimeout(timer)
    batch?.reject(error)
    batch = null
  }
  const watch = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => fail(new Error(`no episode, step or vote has come for ${silenceMs} ms`)), silenceMs)
  }
  const finish = (current: Batch): void => {
    if (current.open.size > 0) return watch()
    clearTimeout(timer)
    batch = null
    current.resolve({ rollouts: current.rollouts, invalid: current.invalid.sort((a, b) => (a.id < b.id ? -1 : 1)) })
  }

  /** A message of an attempt that was given up is not of this batch any more. */
  const find = (current: Batch, attempted: string): Open | undefined => {
    const [id = '', attempt = '0'] = attempted.split('~')
    const open = current.open.get(id)
    return open?.attempt === Number(attempt) ? open : undefined
  }

  const take = (message: ToTrainer): void => {
    if (batch === null || !('id' in message)) return
    const open = find(batch, message.id)
    if (open === undefined) return
    if (message.kind === 'finished') open.episode = { ...message.episode, id: open.order.id }
    else if (message.kind === 'judged') open.judged[message.step] = message.judged
    else if (message.kind === 'failed') {
      batch.open.delete(open.order.id)
      batch.invalid.push({ id: open.order.id, reason: describeFailure(message.failure) })
      return finish(batch)
    } else return
    if (open.episode !== null && (open.order.judging === null || complete(open.judged, open.episode.steps.length))) {
      batch.open.delete(open.order.id)
      batch.rollouts.set(open.order.id, { episode: open.episode, judged: open.judged.filter(step => step !== undefined) })
    }
    finish(batch)
  }
  inbox.subscribe({ next: take })

  return {
    play: orders =>
      new Promise((resolve, reject) => {
        if (batch !== null) return reject(new Error('a batch of episodes is already being played'))
        const open = new Map<string, Open>()
        batch = { open, rollouts: new Map(), invalid: [], resolve, reject }
        orders.forEach((order, index) => {
          const environment = addresses.environment(index % threads)
          open.set(order.id, { order, environment, attempt: 0, episode: null, judged: [] })
        })
        for (const each of open.values()) start(each)
        finish(batch)
      }),
    replay: environment => {
      for (const open of batch?.open.values() ?? []) {
        if (open.environment !== environment || open.episode !== null) continue
        open.attempt += 1
        open.judged.length = 0
        start(open)
      }
    },
    fail,
  }
}

const attemptId = (id: string, attempt: number): string => (attempt === 0 ? id : `${id}~${attempt}`)

const complete = (judged: readonly (JudgedStep | undefined)[], steps: number): boolean => {
  for (let step = 0; step < steps; step += 1) if (judged[step] === undefined) return false
  return true
}
