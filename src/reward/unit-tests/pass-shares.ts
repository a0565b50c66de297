import { shareOf } from '../../math/statistics.ts'
import type { PassShares } from '../../contracts/episode-feedback.ts'

/**
 * Shares of the correct programs, and of the others, that pass one test.
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
