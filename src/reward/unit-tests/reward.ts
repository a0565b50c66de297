import { standardise } from '../../math/statistics.ts'

/**
 * The reward model's reward for one generated unit test, over the group's programs, of which the correct ones pass all
 * hidden tests. A test that every correct program passes gets the number of incorrect programs that it fails (1 if all
 * are correct); any other gets minus the number of incorrect programs that it passes (−1 if all are correct).
 * Source: RLAnything, arXiv 2602.02488, the coding variant.
 *
 * @param correct [programs] whether each program passes all hidden tests.
 * @param passes [programs] whether each program passes this generated test.
 * @returns an integer, or `null` if no program is correct: nothing is known of the test.
 * @throws {RangeError} if the two lengths differ.
 */
export function unitTestReward(correct: readonly boolean[], passes: readonly boolean[]): number | null {
  const { valid, incorrect, caught } = verdict(correct, passes)
  if (valid === null) return null
  if (incorrect === 0) return valid ? 1 : -1
  return valid ? caught : caught - incorrect
}

/**
 * Rewards of a task's generated tests, standardised over them.
 *
 * @param passes [tests][programs].
 * @returns [tests], or `null` if no program is correct: the task teaches the reward model nothing.
 * @throws {RangeError} if a row has not one entry a program.
 */
export function unitTestAdvantages(
  correct: readonly boolean[],
  passes: readonly (readonly boolean[])[],
): number[] | null {
  const rewards = passes.map(ofTest => unitTestReward(correct, ofTest))
  const known = rewards.filter(reward => reward !== null)
  return known.length === rewards.length ? standardise(known) : null
}

/** How good a task's programs and generated tests are, each a share in [0, 1] or `null` where it is not defined. */
export interface CodeQuality {
  /** Share of programs that pass all hidden tests; `null` without programs. */
  readonly code: number | null
  /** Share of generated tests that every correct program passes; `null` without tests or correct programs. */
  readonly unitTest: number | null
  /** Share of generated tests that every correct program passes and every incorrect one fails; `null` also without incorrect programs. */
  readonly detect: number | null
}

/**
 * Code, UT and Detect of one task.
 *
 * @param passes [tests][programs].
 * @throws {RangeError} if a row has not one entry a program.
 */
export function codeQuality(correct: readonly boolean[], passes: readonly (readonly boolean[])[]): CodeQuality {
  const verdicts = passes.map(ofTest => verdict(correct, ofTest))
  const right = correct.filter(is => is).length
  const valid = verdicts.filter(test => test.valid === true)
  const sharp = valid.filter(test => test.caught === test.incorrect)
  const askable = right > 0 && passes.length > 0
  return {
    code: correct.length === 0 ? null : right / correct.length,
    unitTest: askable ? valid.length / passes.length : null,
    detect: askable && right < correct.length ? sharp.length / passes.length : null,
  }
}

interface Verdict {
  /** Whether every correct program passes; `null` without one. */
  readonly valid: boolean | null
  readonly incorrect: number
  /** Incorrect programs that the test fails. */
  readonly caught: number
}

function verdict(correct: readonly boolean[], passes: readonly boolean[]): Verdict {
  if (passes.length !== correct.length)
    throw new RangeError(`passes must have ${correct.length} entries, one a program, got ${passes.length}`)
  const ofCorrect = passes.filter((_, program) => correct[program])
  const ofIncorrect = passes.filter((_, program) => !correct[program])
  return {
    valid: ofCorrect.length === 0 ? null : ofCorrect.every(is => is),
    incorrect: ofIncorrect.length,
    caught: ofIncorrect.filter(is => !is).length,
  }
}
