/** Runs untrusted programs. */
import { closable } from '../runtime/closable.ts'
import { FailedError } from '../runtime/errors/failed-error.ts'
import { createPool, type Pool } from '../runtime/pool.ts'
import { checkJob } from './programs/check-job.ts'
import { noVerdict } from './programs/run.ts'
import { longestMs, type JobVerdict } from './runner/runner.ts'
import type { Task } from './work.ts'
import type { Job, SandboxName, TestResult } from '../contracts/worlds/job.ts'
import { createImageMaker } from './pyodide/image.ts'

export interface SandboxOptions {
  /** Most jobs at a time, of each kind. */
  readonly threads: number
}

export interface Sandbox {
  /**
   * A program's own errors are in its results; threads of a kind start with its first job.
   *
   * @returns one result for each test, in order.
   * @throws {RangeError} if a field of the job is wrong.
   * @throws {FailedError} without a verdict: `invalid` where the sandbox could not do the program's request, `crashed` where
   *   no interpreter can be started.
   */
  readonly run: (job: Job) => Promise<readonly TestResult[]>
  readonly close: () => Promise<void>
}

/** Most jobs of a kind that wait for a thread; one more fails. */
const bound = 4096

/** @throws {RangeError} if `threads` is not a positive integer. */
export function createSandbox({ threads }: SandboxOptions): Sandbox {
  if (!Number.isInteger(threads) || threads < 1)
    throw new RangeError(`threads must be a positive integer, got ${threads}`)
  const pools = new Map<SandboxName, Pool<Task, JobVerdict>>()
  const maker = createImageMaker()
  /** Time that the jobs under way may take, one after another. */
  let owedMs = 0

  const poolOf = (name: SandboxName): Pool<Task, JobVerdict> => {
    const known = pools.get(name)
    if (known !== undefined) return known
    const module = new URL('./work.js', import.meta.url)
    const pool = createPool<Task, JobVerdict>({ module, threads, bound, awake: true })
    pools.set(name, pool)
    return pool
  }

  return closable('the sandbox', {
    async run(job: Job) {
      checkJob(job)
      const jobMs = longestMs(job)
      owedMs += jobMs
      try {
        const pool = poolOf(job.sandbox)
        const task = job.sandbox === 'pyodide' ? { job, image: await maker.image() } : { job }
        const verdict = await pool.run(task, { deadlineMs: Math.min(owedMs, timerMs) })
        if (verdict.kind === 'known') return verdict.results
        throw new FailedError({ kind: 'invalid', reason: noVerdict(verdict.reason) })
      } finally {
        owedMs -= jobMs
      }
    },
    async close() {
      maker.close()
      await Promise.all([...pools.values()].map(pool => pool.close()))
    },
  })
}

/** A timer takes no more: 24 days. */
const timerMs = 2 ** 31 - 1
