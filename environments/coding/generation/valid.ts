/** Whether a task can be played: its tests are the reference program's outputs, and they are informative. */
import { passesReference } from '../programs/reference.ts'
import type { CodingTask } from '../tasks/task.ts'

/** Whether the reference program passes every test, shown or hidden, and does not always print the same. */
export const isValid = (task: CodingTask): boolean =>
  passesReference(task, [...task.tests, ...task.examples]) && new Set(task.tests.map(({ output }) => output)).size > 1
