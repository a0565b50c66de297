/** The value of a test: whether it distinguishes the right program from wrong ones. No program is run for it. */
import type { StepLabel } from '../../../src/contracts/worlds/environment.ts'
import type { Test } from '../../../src/contracts/worlds/job.ts'
import { digitsOf } from '../../coding/programs/lists.ts'
import { nearMisses } from '../../coding/tasks/near-misses.ts'
import { outcome } from '../../coding/tasks/pipeline.ts'
import type { CodingTask } from '../../coding/tasks/task.ts'

export const testReasons = {
  tells: 'it tells',
  blind: 'it tells nothing',
  wrong: 'it is wrong',
  none: 'no test',
} as const

/** Paid to the tester for text that is no test. */
const missingReward = -2

/** @returns `null` if the reference fails the test, else the share of its near misses that fail it, in [0, 1]. */
export function foundOut(task: CodingTask, { input, output }: Test): number | null {
  const list = digitsOf(input)
  if (outcome(task, list) !== output) return null
  const wrong = nearMisses(task)
  return wrong.filter(miss => outcome(miss, list) !== output).length / wrong.length
}

/**
 * The tester's own reward: 1 for a test that the reference passes, and the share of the reference's near misses that fail it.
 * Source: AT-GRPO, arXiv 2510.11062: whether the golden program passes. Departure: the near misses, without which a test that every
 * program passes would be worth as much as any.
 */
export function rewardOfTest(task: CodingTask, test: Test | null): number {
  if (test === null) return missingReward
  const found = foundOut(task, test)
  return found === null ? 0 : 1 + found
}

export function labelOfTest(task: CodingTask, test: Test | null): StepLabel {
  if (test === null) return { good: false, reason: testReasons.none }
  const found = foundOut(task, test)
  if (found === null) return { good: false, reason: testReasons.wrong }
  return found > 0 ? { good: true, reason: testReasons.tells } : { good: false, reason: testReasons.blind }
}
