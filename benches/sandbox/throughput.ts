/** Programs a second through the sandbox. */
import type { SandboxName } from '../../src/contracts/worlds/job.ts'
import { quantile } from '../../src/math/statistics.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { ordinary, testsEach } from './programs.ts'

export interface ThroughputOptions {
  readonly sandbox: SandboxName
  readonly threads: number
  readonly rounds: number
  /** In a round. */
  readonly programs: number
}

/** @returns the median of all rounds. @throws {Error} if a test was not passed. */
export async function throughput({ sandbox: name, threads, rounds, programs }: ThroughputOptions): Promise<number> {
  const sandbox = createSandbox({ threads })
  await passAll(sandbox, { sandbox: name, count: Math.min(200, programs) })
  const rates: number[] = []
  while (rates.length < rounds) {
    const began = performance.now()
    await passAll(sandbox, { sandbox: name, count: programs })
    rates.push((programs * 1000) / (performance.now() - began))
  }
  await sandbox.close()
  return quantile(rates, 0.5)
}

/** Jobs that wait or run at a time. */
const window = 16

/** Runs the first `count` ordinary programs. @throws {Error} if a test was not passed. */
export async function passAll(
  { run }: Sandbox,
  { sandbox, count }: { readonly sandbox: SandboxName; readonly count: number },
): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) {
      const n = next
      next += 1
      const results = await run(ordinary(sandbox, n))
      if (results.filter(({ outcome }) => outcome === 'passed').length !== testsEach)
        throw new Error(`program ${n} has not passed all of its tests`)
    }
  }
  await Promise.all(Array.from({ length: window }, work))
}
