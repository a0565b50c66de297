/** Jobs for tests, by the little that they differ in. */
import type { Job, SandboxName, Test, TestResult } from '../../../src/contracts/worlds/job.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { present } from '../../fixtures/present.ts'

export const test = (input: string, output: string): Test => ({ input, output })

export const job = (
  sandbox: SandboxName,
  program: string,
  rest: Partial<Omit<Job, 'program' | 'sandbox'>> = {},
): Job => ({
  sandbox,
  program,
  entry: { kind: 'stdio' },
  comparison: 'folded',
  tests: [test('', '')],
  limits: { timeMs: 200, memoryMb: 64, outputBytes: 10_000 },
  ...rest,
})

/** Adds up a line of numbers. */
export const summing = (sandbox: SandboxName, tests: readonly Test[] = [test('1 2 3', '6'), test('4 5', '9')]): Job =>
  job(sandbox, 'print(sum(int(word) for word in input().split()))', { tests })

export const outcomes = (results: readonly { readonly outcome: string }[]): readonly string[] =>
  results.map(({ outcome }) => outcome)

export const pythonLimits = { timeMs: 5000, memoryMb: 32, outputBytes: 1000 }

/** Runs a program in the whole of CPython, on one input. */
export const inPython =
  (sandbox: Sandbox) =>
  async (program: string, input = '', rest: object = {}): Promise<TestResult> =>
    present(
      (await sandbox.run(job('pyodide', program, { limits: pythonLimits, tests: [test(input, '')], ...rest })))[0],
    )
