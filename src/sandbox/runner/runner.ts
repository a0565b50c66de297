/** Keeps one process of an interpreter: feeds it jobs, ends it when a run takes too long, and starts another. */
import type { ProcessOptions } from '../../runtime/process/start-process.ts'
import type { Job, TestResult } from '../../contracts/worlds/job.ts'
import { resultOf, type SandboxRun } from '../programs/run.ts'
import { countdown } from '../../runtime/waiting/countdown.ts'
import { startInterpreter, type InterpreterProcess } from './interpreter-process.ts'

interface RunnerOptions extends ProcessOptions {
  /** Time from a run's limit, which the interpreter keeps if it can, until its process is killed. */
  readonly graceMs: number
}

/** Most time for an interpreter to be ready. */
const startMs = 120_000

/** How long an interpreter may take to exit, or to report how its run ended. */
const maxGraceMs = 1000

/** Upper bound on the time of a job: a process for each test, and another where that was lost, each newly started. */
export const longestMs = ({ tests, limits }: Job): number =>
  2 * (tests.length + 1) * (limits.timeMs + maxGraceMs + startMs)

/** How a process was lost: killed at the limit of a run, or of itself. */
interface Lost {
  readonly late: boolean
  /** For a run that did not get its time of the processor. */
  readonly starved: boolean
  readonly reading: boolean
  readonly how: string
}

/** Some runs of a job: those that ended, and how the process was lost, if it was. */
interface Stretch {
  readonly runs: readonly SandboxRun[]
  readonly lost: Lost | null
}

const late: SandboxRun = { ending: 'timeout', output: '', stderr: '' }

/** Of a whole job: one result for each test in order, or why it failed. */
export type JobVerdict =
  | { readonly kind: 'known'; readonly results: readonly TestResult[] }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Times that a run is tried whose process is lost: a program that has no such luck once may have it the next time. */
const tries = 3

/**
 * Once a process was lost, a spare one is kept ready; it is started while another runs, or none is needed.
 *
 * @returns gives the verdict on a job, one job at a time. It rejects where no interpreter can be started.
 */
export function createRunner({ graceMs, ...options }: RunnerOptions): (job: Job) => Promise<JobVerdict> {
  let current: InterpreterProcess | undefined
  let spare: InterpreterProcess | undefined
  let everLost = false

  return async job => {
    const verdict = await verdictOn(job)
    if (everLost)
      setImmediate(() => {
        if (current === undefined) fill()
      })
    return verdict
  }

  async function verdictOn(job: Job): Promise<JobVerdict> {
    const results: TestResult[] = []
    let [losses, starved] = [0, 0]
    while (results.length < job.tests.length) {
      const { runs, lost } = await stretch(job, results.length, starved)
      const left = lost?.reading === true ? job.tests.length - results.length : 1
      const ended = lost?.late === true ? [...runs, ...Array.from({ length: left }, () => late)] : runs
      for (const run of ended) {
        const result = resultOf(run, job.tests[results.length]!, job)
        if (result === null) return { kind: 'unknown', reason: run.stderr }
        results.push(result)
      }
      if (runs.length > 0) [losses, starved] = [0, 0]
      if (lost === null || lost.late) continue
      if (lost.starved) starved += 1
      else losses += 1
      if (losses === tries) return { kind: 'unknown', reason: `the interpreter ${lost.how} ${tries} times` }
    }
    return { kind: 'known', results }
  }

  /** Runs a job from one of its tests on, as far as one process goes. */
  async function stretch(
    { program, preface = '', entry, limits, tests }: Job,
    from: number,
    starved: number,
  ): Promise<Stretch> {
    const interpreter = await present()
    const inputs = tests.slice(from).map(({ input }) => input)
    const runs: SandboxRun[] = []
    let isLate = false
    interpreter.send({ program: { program, preface, entry, limits }, inputs, starved })
    if (everLost) setImmediate(fill)
    let timeMs = limits.timeMs * 2 ** starved
    const kill = (): void => {
      isLate = true
      interpreter.kill()
    }
    for (let reading = true; reading || runs.length < inputs.length; reading = false) {
      const stopCounting = countdown(timeMs + graceMs, kill, interpreter)
      const step = await interpreter.next()
      stopCounting()
      timeMs = step.kind === 'again' ? step.timeMs : limits.timeMs
      if (step.kind === 'ran') runs.push(step.run)
      if (step.kind !== 'lost' && step.kind !== 'starved') continue
      current = undefined
      everLost = true
      const how = step.kind === 'lost' ? step.how : step.why
      return { runs, lost: { reading, late: isLate, starved: step.kind === 'starved', how } }
    }
    return { runs, lost: null }
  }

  async function present(): Promise<InterpreterProcess> {
    const interpreter = (current ??= spare ?? start())
    const isSpare = interpreter === spare
    if (isSpare) spare = undefined
    try {
      await interpreter.ready
      return interpreter
    } catch (thrown) {
      current = undefined
      /* It may have ended long ago, for a reason that is gone. */
      if (isSpare) return present()
      throw thrown
    }
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
