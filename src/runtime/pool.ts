/** Worker threads for stateless work that may have to be killed: untrusted programs, searches without end. */
import { createRequire } from 'node:module'
import type { Worker } from 'node:worker_threads'
import type * as PiscinaModule from 'piscina'
import { crashed, type Failure } from '../contracts/failure.ts'
import { closable } from './closable.ts'
import { FailedError } from './errors/failed-error.ts'
import { fullness, heapLimits, withRoom } from './heap/limits.ts'
import { watchHeapOf } from './heap/watch-other.ts'
import { keepLoopsInterruptible } from './thread/interruptible.ts'
import { awakeTime } from './waiting/awake-time.ts'
import { within } from './waiting/within.ts'

export interface PoolOptions {
  /** Compiled module whose default export is the work: a function of one task, plain data to plain data. */
  readonly module: URL
  /** Tasks at a time. */
  readonly threads: number
  /** Tasks that may wait for a thread; one more fails. */
  readonly bound?: number
  /** Of each thread, MB; a task that needs more fails. */
  readonly heapMb?: number
  /** Whether threads process other events between tasks; a task then begins some hundredths of a millisecond later. */
  readonly awake?: boolean
}

export interface RunOptions {
  /** Time limit of the task, waiting for a thread included; then the thread is killed. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

export interface Pool<Task, Result> {
  /**
   * A thread that had to be killed is replaced.
   *
   * @throws {FailedError} `crashed` if the work threw, its thread died or it missed its deadline; `stopped` if aborted.
   */
  readonly run: (task: Task, options: RunOptions) => Promise<Result>
  /** Kills what still runs. */
  readonly close: () => Promise<void>
}

/* Loaded with the first pool: most threads that could make one never do. */
const require = createRequire(import.meta.url)

const entry = new URL('pool-entry.cjs', import.meta.url)

/** How long the threads may take to end; only a native call can hold one longer. */
const closeMs = 10_000

/** @throws {RangeError} if `threads` is not a positive integer. */
export function createPool<Task, Result>({
  module,
  threads,
  bound = 4096,
  heapMb,
  awake: hasEvents = false,
}: PoolOptions): Pool<Task, Result> {
  if (!Number.isInteger(threads) || threads < 1)
    throw new RangeError(`threads must be a positive integer, got ${threads}`)
  const actor = `pool of ${module.pathname.split('/').at(-1)}`
  const { Piscina } = require('piscina') as typeof PiscinaModule
  const asked = heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }
  keepLoopsInterruptible()
  const piscina = new Piscina<Task, Result>({
    filename: entry.href,
    workerData: { module: module.href },
    minThreads: threads,
    maxThreads: threads,
    maxQueue: bound,
    recordTiming: false,
    atomics: hasEvents ? 'disabled' : 'sync',
    resourceLimits: withRoom(asked),
  })
  const watched = new WeakSet<Worker>()
  piscina.on('workerCreate', () => {
    for (const worker of piscina.threads.filter(each => !watched.has(each))) {
      watched.add(worker)
      const limits = () => heapLimits(asked, worker.resourceLimits ?? {})
      /* As Node.js itself reports a full heap: the task fails with it, and the thread is replaced. */
      watchHeapOf(worker, { limits, full: used => worker.emit('error', new Error(fullness(used, limits()))) })
    }
  })
  /* A thread that ends between two tasks is replaced, and that is all. */
  piscina.on('error', () => {})
  const awake = awakeTime()
  let closed = false

  return closable(`the ${actor}`, {
    async run(task: Task, { deadlineMs, signal }: RunOptions) {
      const deadline = new AbortController()
      const late = awake.schedule(() => deadline.abort(), deadlineMs)
      const failure = (thrown: unknown): Failure => {
        if (closed || signal?.aborted === true) return { kind: 'stopped', actor }
        return crashed(actor, deadline.signal.aborted ? new Error(`no result within ${deadlineMs} ms`) : thrown)
      }
      try {
        return await piscina.run(task, {
          signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
        })
      } catch (thrown) {
        throw new FailedError(failure(thrown))
      } finally {
        late.unsubscribe()
      }
    },
    async close() {
      closed = true
      await within(closeMs, piscina.destroy())
    },
  })
}
