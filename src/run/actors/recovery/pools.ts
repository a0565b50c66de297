/** Requests that any worker of a pool may answer: each goes to one that is ready, and from one that died to another. */
import type { LoggedMessage, Recoveries } from '../../../contracts/actor-recovery.ts'
import { freeWorker } from '../../../runtime/supervision/free-worker.ts'
import type { Liveness } from '../../../runtime/supervision/roster.ts'
import { changeOf } from './message-log.ts'

interface PoolsOptions {
  readonly recoveries: Recoveries
  readonly liveness: Liveness
  /** Requests of a worker, in the order in which they were given to it. */
  readonly unanswered: (worker: string) => readonly LoggedMessage[]
  /** Takes a request back from the worker that it is addressed to. */
  readonly withdraw: (message: LoggedMessage) => void
  /** Sends a request to the worker that it is addressed to; must not throw. */
  readonly give: (message: LoggedMessage) => void
}

interface Pools {
  readonly has: (address: string) => boolean
  /** Gives it to the worker with the fewest requests, or keeps it until one is ready. */
  readonly add: (message: LoggedMessage) => void
  /** Ends the subscription to deaths. */
  readonly close: () => void
}

export function createPools({ recoveries, liveness, unanswered, withdraw, give }: PoolsOptions): Pools {
  const workers = workersByPool(recoveries)
  /** Addressed to their pool. */
  let queue: readonly LoggedMessage[] = []

  const dispatch = (): void => {
    const waiting = queue
    queue = []
    for (const message of waiting) {
      const pool = workers.get(message.to) ?? []
      const load = new Map(pool.map(worker => [worker, unanswered(worker).length]))
      const to = freeWorker(pool, liveness, load)
      if (to === null) queue = [...queue, message]
      else give({ ...message, to })
    }
  }
  const close = liveness.subscribe((actor, status) => {
    const recovery = recoveries.get(actor)
    if (recovery === undefined || recovery.pool === null) return
    const { pool } = recovery
    if (status === 'dead') {
      const taken = unanswered(actor).filter(message => changeOf(recovery, message) === 'none')
      for (const message of taken) withdraw(message)
      queue = [...taken.map(message => ({ ...message, to: pool })), ...queue]
    }
    dispatch()
  })

  return {
    has: address => workers.has(address),
    add: message => {
      queue = [...queue, message]
      dispatch()
    },
    close,
  }
}

function workersByPool(recoveries: Recoveries): ReadonlyMap<string, readonly string[]> {
  const workers = new Map<string, string[]>()
  for (const [address, { pool }] of recoveries)
    if (pool !== null) workers.set(pool, [...(workers.get(pool) ?? []), address])
  return workers
}
