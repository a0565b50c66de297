import type { ActResult } from '../../../src/contracts/worlds/world.ts'
import type { Status } from './start.ts'

/** The raw reward of a task that was done in full, without the page's discount by time. */
const fullReward = 1
/** The score of an episode that is not won is below 1, whatever its page calls a part. */
const largestPart = 1 - Number.EPSILON

/**
 * Won by the full reward alone: of a smaller positive one, which some pages give to wrong answers, the score is the part.
 *
 * @param left whether the page's URL changed where that loses.
 */
export function pageOutcome(
  { reward, done }: Status,
  left: boolean,
): Pick<ActResult, 'score'> & Record<'won' | 'lost', boolean> {
  const won = done && !left && reward >= fullReward
  const part = done && !left ? Math.min(Math.max(reward, 0), largestPart) : 0
  return { won, lost: (done || left) && !won, score: won ? 1 : part }
}
