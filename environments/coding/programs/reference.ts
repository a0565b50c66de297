/** The reference program of a pipeline, run: its output is the tests' expected output. Its plain twin is `outcome`. */
import { zip } from '../../../src/math/zip.ts'
import type { Job, Test } from '../../../src/contracts/worlds/job.ts'
import { runInMonty } from '../../../src/sandbox/monty/run.ts'
import type { Pipeline } from '../tasks/pipeline.ts'
import { programOf } from './program.ts'
import type { ListTest } from '../tasks/task.ts'

/** Limits of one run of a program: far more time than any that reads and prints a list, so that a slow machine changes no outcome. */
const limits = { timeMs: 2000, memoryMb: 8, outputBytes: 1000 } as const

/** Limits that the reference never meets. */
const ample = { timeMs: 600_000, memoryMb: 256, outputBytes: 1_000_000 } as const

/** A program on some tests. */
export const jobOf = (program: string, tests: readonly Test[]): Job => ({
  sandbox: 'monty',
  program,
  entry: { kind: 'stdio' },
  comparison: 'folded',
  tests,
  limits,
})

/** Each input with the reference program's output; `null` if it fails on one. */
export function referenceTestsOf(pipeline: Pipeline, inputs: readonly string[]): readonly ListTest[] | null {
  const unknown = inputs.map(input => ({ input, output: '' }))
  const results = runInMonty({ ...jobOf(programOf(pipeline), unknown), limits: ample })
  if (results.some(({ outcome }) => outcome !== 'wrong')) return null
  return zip(inputs, results).map(([input, { output }]) => ({ input, output: output.trim() }))
}

/** Whether the reference program passes every test. */
export const passesReference = (pipeline: Pipeline, tests: readonly ListTest[]): boolean =>
  runInMonty({ ...jobOf(programOf(pipeline), tests), limits: ample }).every(({ outcome }) => outcome === 'passed')
