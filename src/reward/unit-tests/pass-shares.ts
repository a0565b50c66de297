import { shareOf } from '../../math/statistics.ts'

/** Shares in [0, 1] of a group's programs that a test passes; `null` where there is no such program. */
export interface PassShares {
  readonly correct: number | null
  readonly incorrect: number | null
}

/**
 * What one test makes of the correct programs, and of the others.
 *
 * @param correct [programs] whether each program passes all hidden tests.
 * @param passes [programs] whether each program passes this test.
 * @throws {RangeError} if the two lengths differ.
 */
export function passShares(correct: readonly boolean[], passes: readonly boolean[]): PassShares {
  if (passes.length !== correct.length)
    throw new RangeError(`passes must have ${correct.length} entries, one a program, got ${passes.length}`)
  return {
    correct: shareOf(passes.filter((_, program) => correct[program])),
    incorrect: shareOf(passes.filter((_, program) => !correct[program])),
  }
}
