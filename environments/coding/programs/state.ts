/** A task and the program written for it. Plain data. */
import type { ExecutionCheck } from '../../../src/contracts/worlds/environment.ts'
import { labelOf } from './label.ts'
import { jobOf } from './reference.ts'
import type { CodingTask } from '../tasks/task.ts'

export interface CodingState {
  readonly task: CodingTask
  /** `null` before it is written. */
  readonly program: string | null
}

/** The program on the hidden tests, and how to read a partial pass; `null` without a program. */
export function executionCheck({ task, program }: CodingState): ExecutionCheck | null {
  if (program === null) return null
  const { tests } = task
  return {
    job: jobOf(program, tests),
    grade: results => {
      const passed = results.filter(({ outcome }) => outcome === 'passed').length
      const won = passed === tests.length
      return {
        observation: `passed ${passed} of ${tests.length}`,
        won,
        score: passed / tests.length,
        label: labelOf(task, program, won),
      }
    },
  }
}
