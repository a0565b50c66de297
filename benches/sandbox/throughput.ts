/** Programs a second through the sandbox, beside a process of python3 for each run. */
import { quantile } from '../../src/math/statistics.ts'
import type { SandboxName } from '../../src/contracts/job.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { ordinary, testsEach } from './programs.ts'
import { findPython, runInPython } from './python.ts'

export interface Throughput {
  /** Of ours: the median of all rounds. */
  readonly programsPerSecond: number
  /** Of python3, and the median of the rounds' ratios; `null` if there is no python3. */
  readonly python: null | { readonly programsPerSecond: number; readonly ratio: number }
}

export interface ThroughputOptions {
  readonly sandbox: SandboxName
  readonly threads: number
  readonly rounds: number
  /** Of ours, in a round. */
  readonly programs: number
}

/** Of python3's, in a round. */
const ofPython = 20

/** @throws {Error} if a test was not passed. */
export async function throughput({ sandbox, threads, rounds, programs }: ThroughputOptions): Promise<Throughput> {
  const python = findPython()
  const { run, close } = createSandbox({ threads })
  const ours = async (n: number): Promise<number> =>
    (await run(ordinary(sandbox, n))).filter(({ outcome }) => outcome === 'passed').length
  await rate(Math.min(200, programs), 16, ours)
  const [rates, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    rates.push(await rate(programs, 16, ours))
    if (python !== null) theirs.push(await rate(ofPython, threads, n => runInPython(python, ordinary(sandbox, n))))
  }
  await close()
  const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)
  const ratios = theirs.map((each, round) => rates[round]! / each)
  return {
    programsPerSecond: median(rates),
    python: python === null ? null : { programsPerSecond: median(theirs), ratio: median(ratios) },
  }
}

/** Programs a second, `window` at a time. */
async function rate(count: number, window: number, one: (n: number) => Promise<number>): Promise<number> {
  let next = 0
  const began = performance.now()
  const work = async (): Promise<void> => {
    while (next < count) {
      const n = next
      next += 1
      if ((await one(n)) !== testsEach) throw new Error(`program ${n} has not passed all of its tests`)
    }
  }
  await Promise.all(Array.from({ length: window }, work))
  return (count * 1000) / (performance.now() - began)
}
