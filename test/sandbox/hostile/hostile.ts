/** A program that means harm. Where it gets what it is after, it prints `ESCAPED`. */
import type { TestOutcome } from '../../../src/contracts/worlds/job.ts'

export interface Hostile {
  /** What it tries. */
  readonly name: string
  /** Reads the path of a file of the host, and a port where the host listens. */
  readonly program: string
  /** How it may end, in each sandbox. */
  readonly monty: readonly TestOutcome[]
  readonly pyodide: readonly TestOutcome[]
}

type Endings = TestOutcome | readonly TestOutcome[]

/** `pyodide` is as `monty` where it is left out. */
export const tries = (name: string, program: string, monty: Endings, pyodide: Endings = monty): Hostile => ({
  name,
  program,
  monty: [monty].flat(),
  pyodide: [pyodide].flat(),
})

/** It is not said which limit is met first. */
export const exhausted: readonly TestOutcome[] = ['timeout', 'memory', 'error']

/** It may go on to its end, as long as it gets nothing. */
export const harmless: readonly TestOutcome[] = ['wrong', 'error', 'timeout']
