/** Keeps one process of an interpreter: feeds it jobs, ends it when a run takes too long, and starts another. */
import type { ProcessOptions } from '../../runtime/process/start-process.ts'
import type { Job, TestResult } from '../../contracts/worlds/job.ts'
import { resultOf, type SandboxRun } from '../programs/run.ts'
import { countdown } from '../../runtime/waiting/countdown.ts'
import { startInterpreter, type InterpreterProcess } from './interpreter-process.ts'

interface RunnerOptions extends ProcessOptions {
  /** Time from a run's own limit, which the interpreter keeps by itself if it can, until its process is killed. */
  readonly graceMs: number
}

/** Most time for an interpreter to be ready. */
const startMs = 120_000

/** How long an interpreter may take to exit, or to report how its run ended. */
const maxGraceMs = 1000

/** Upper bound on the time of a job: a process for each test, and another where that was lost, each newly started. */
export const longestMs = ({ tests, limits }: Job): number =>
  2 * (tests.length + 1) * (limits.timeMs + maxGraceMs + startMs)

/** Some runs of a job: those that ended, and how the process was lost, if it was. */
interface Stretch {
  readonly runs: readonly SandboxRun[]
  readonly lost: null | { readonly reading: boolean; readonly late: boolean; readonly how: string }
}

/**
 * Once a process was lost, a spare one is kept ready; it is started while another runs, or none is needed.
 *
 * @returns gives the results of a job, one job at a time. It rejects where no interpreter can be started.
 */
export function createRunner({ graceMs, ...options }: RunnerOptions): (job: Job) => Promise<readonly TestResult[]> {
  let current: InterpreterProcess | undefined
  let spare: InterpreterProcess | undefined
  let everLost = false

  return async job => {
    const results: TestResult[] = []
    let crashes = 0
    while (results.length < job.tests.length) {
      const { runs, lost } = await stretch(job, results.length)
      if (runs.length > 0) crashes = 0
      for (const run of runs) results.push(resultOf(run, test(results.length), job))
      if (lost === null) continue
      /* A process can be lost by bad luck, but not twice at the same place. */
      crashes += 1
      if (!lost.late && crashes < 2) continue
      const run: SandboxRun = {
        ending: lost.late ? 'timeout' : 'error',
        output: '',
        stderr: lost.late ? '' : `the interpreter ${lost.how}`,
      }
      crashes = 0
      const given = lost.reading ? job.tests.length - results.length : 1
      for (let n = 0; n < given; n += 1) results.push(resultOf(run, test(results.length), job))
    }
    if (everLost)
      setImmediate(() => {
        if (current === undefined) fill()
      })
    return results

    function test(index: number): Job['tests'][number] {
      return job.tests[index]!
    }
  }

  /** Runs a job from one of its tests on, as far as one process goes. */
  async function stretch({ program, preface = '', entry, limits, tests }: Job, from: number): Promise<Stretch> {
    const interpreter = await present()
    const inputs = tests.slice(from).map(({ input }) => input)
    const runs: SandboxRun[] = []
    let late = false
    interpreter.send({ program: { program, preface, entry, limits }, inputs })
    if (everLost) setImmediate(fill)
    let { timeMs } = limits
    const kill = (): void => {
      late = true
      interpreter.kill()
    }
    for (let reading = true; reading || runs.length < inputs.length; reading = false) {
      const stopCounting = countdown(timeMs + graceMs, kill, interpreter)
      const step = await interpreter.next()
      stopCounting()
      timeMs = step.kind === 'again' ? step.timeMs : limits.timeMs
      if (step.kind === 'ran') runs.push(step.run)
      if (step.kind !== 'lost') continue
      current = undefined
      everLost = true
      return { runs, lost: { reading, late, how: step.how } }
    }
    return { runs, lost: null }
  }

  async function present(): Promise<InterpreterProcess> {
    current ??= spare ?? start()
    if (current === spare) spare = undefined
    const interpreter = current
    try {
      await interpreter.ready
    } catch (thrown) {
      current = undefined
      throw thrown
    }
    return interpreter
  }

  function fill(): void {
    spare ??= start()
  }

  function start(): InterpreterProcess {
    const interpreter = startInterpreter(options, startMs)
    /* Rejects again for those who wait for it; for a spare one there may be none. */
    interpreter.ready.catch(() => {})
    return interpreter
  }
}
