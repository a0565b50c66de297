/** The raw result of one run of a program, before its output is compared with the expected one. Plain data. */
import { agrees } from './comparison.ts'
import type { Job, TestOutcome, Test, TestResult } from '../../contracts/worlds/job.ts'

export interface SandboxRun {
  /** `unknown`: the sandbox could not do its part, for the reason in `stderr`, so that there is no verdict on the program. */
  readonly ending: 'finished' | 'unknown' | Exclude<TestOutcome, 'passed' | 'wrong'>
  /** @see TestResult.output */
  readonly output: string
  /** @see TestResult.stderr */
  readonly stderr: string
}

/**
 * A program that has been read once, to be run on one input after another; no run knows of another.
 *
 * @param timeMs wall-clock limit of the run: that of its limits, or more.
 */
export type Runner = (input: string, timeMs: number) => SandboxRun

/** The part of a job that the untrusted program can see; expected outputs stay outside. */
export type Program = Pick<Job, 'program' | 'preface' | 'entry' | 'limits'>

/** Characters of standard error that are kept. */
const stderrLength = 2000

/** The last of a program's error output. */
export const tailOf = (stderr: string): string => stderr.slice(-stderrLength)

/** Of one test; `null` where there is no verdict. */
export function resultOf(
  { ending, output, stderr }: SandboxRun,
  test: Test,
  { comparison, entry }: Job,
): TestResult | null {
  if (ending === 'unknown') return null
  if (ending !== 'finished') return { outcome: ending, output, stderr }
  return {
    outcome: agrees(output, test.output, { comparison, entry: entry.kind }) ? 'passed' : 'wrong',
    output,
    stderr,
  }
}

/** Why a job has no verdict. */
export const noVerdict = (reason: string): string => `the sandbox could not run this program: ${reason}`
