/** Many programs in a row, some of them hostile: is any lost, does memory grow, is a process left over? */
import { execFileSync } from 'node:child_process'
import type { SandboxName, TestResult } from '../../src/contracts/worlds/job.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { hostile, ordinary } from './programs.ts'

export interface Endurance {
  readonly programs: number
  /** Whose results were not those that they should be: all passed, or of a hostile one none. */
  readonly wrong: number
  /** MB resident of this process, at ten points in time; of what it still holds where node was started with --expose-gc. */
  readonly hostMb: readonly number[]
  /** MB resident of the largest interpreter at these points. Not of all: how many there are depends on who was just killed. */
  readonly interpreterMb: readonly number[]
  /** Interpreters that ran at these points, at most. */
  readonly interpreters: number
  /** Interpreters a while after the end. */
  readonly left: number
}

/** Jobs that wait or run at a time. */
const window = 64

export interface EnduranceOptions {
  readonly sandbox: SandboxName
  readonly programs: number
  readonly threads: number
  /** Every so many programs one is hostile. */
  readonly every: number
}

export async function endure({ sandbox, programs, threads, every }: EnduranceOptions): Promise<Endurance> {
  const { run, close } = createSandbox({ threads })
  const hostMb: number[] = []
  const interpreterMb: number[] = []
  let [next, wrong, most] = [0, 0, 0]

  const feed = async (): Promise<void> => {
    while (next < programs) {
      const n = next
      next += 1
      const harmful = n % every === every - 1
      const job = harmful ? hostile(sandbox, Math.floor(n / every)) : ordinary(sandbox, n)
      const results = await run(job).catch(withoutVerdict)
      const passed = results.filter(({ outcome }) => outcome === 'passed').length
      if (passed !== (harmful ? 0 : results.length)) wrong += 1
      if ((n + 1) % Math.floor(programs / 10) !== 0) continue
      const running = family()
      globalThis.gc?.()
      hostMb.push(process.memoryUsage.rss() / 2 ** 20)
      interpreterMb.push(Math.max(...running))
      most = Math.max(most, running.length)
    }
  }
  await Promise.all(Array.from({ length: window }, feed))
  await close()
  return { programs, wrong, hostMb, interpreterMb, interpreters: most, left: await interpreters(50) }
}

/** One that took its interpreter down has passed nothing. */
function withoutVerdict(thrown: unknown): readonly TestResult[] {
  if (thrown instanceof FailedError && thrown.failure.kind === 'invalid') return []
  throw thrown
}

/** How many interpreters this process has; if there are any, it looks again, so many times, for those that were killed to go. */
export async function interpreters(tries: number): Promise<number> {
  const found = family().length
  if (found === 0 || tries === 0) return found
  await new Promise(resolve => setTimeout(resolve, 20))
  return interpreters(tries - 1)
}

/** MB resident of each interpreter that this process has started. */
function family(): readonly number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,rss=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .map(line => line.trim().split(/\s+/))
    .filter(
      ([parent, , state, ...rest]) =>
        parent === String(process.pid) && !state?.startsWith('Z') && rest.join(' ').includes('/sandbox/'),
    )
    .map(([, kilobytes]) => Number(kilobytes) / 1024)
}
