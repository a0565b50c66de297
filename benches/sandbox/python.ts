/** The usual way to run programs on tests: a process of python3 for each run. */
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import type { Job } from '../../src/contracts/job.ts'

/** The interpreter itself, and not a script that looks for it; `null` if there is none. */
export function findPython(): string | null {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** How many tests are passed. */
export async function runInPython(python: string, { program, tests, limits }: Job): Promise<number> {
  let passed = 0
  for (const { input, output } of tests) {
    const running = promisify(execFile)(python, ['-c', program], { timeout: limits.timeMs, encoding: 'utf8' })
    running.child.stdin?.end(input)
    if ((await running).stdout.trim() === output) passed += 1
  }
  return passed
}
