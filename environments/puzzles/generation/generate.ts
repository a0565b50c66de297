/** Fresh problems of a split. */
import type { Ladder, Split } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import { nth } from '../../../src/math/nth.ts'
import type { PuzzleSettings, Rung } from './options.ts'
import { familyOf } from '../tasks/families.ts'
import { splitOfPrompt } from '../tasks/splits.ts'
import { puzzleTask, type PuzzleTask } from '../tasks/task.ts'

/** Draws until one belongs to the split; problems of the smallest levels are few. */
const maxDraws = 1000

/**
 * A problem of a family, a level and a split.
 *
 * @throws {RangeError} if a thousand draws give none.
 */
export function drawPuzzle(
  { family, level }: Pick<PuzzleTask, 'family' | 'level'>,
  split: Split,
  random: Random,
): PuzzleTask {
  const { generate } = familyOf(family)
  for (let draw = 0; draw < maxDraws; draw += 1) {
    const prompt = generate(level, random)
    if (splitOfPrompt(prompt) === split) return puzzleTask(family, prompt)
  }
  throw new RangeError(`no problem of ${family} at level ${level} for ${split} in ${maxDraws} draws`)
}

/** A family at random of those of the split, and a level within its ladder. */
export function generatePuzzle(
  { rungs, heldOutRungs, levels, heldOut }: PuzzleSettings,
  split: Split,
  random: Random,
): PuzzleTask {
  const { name, top } = random.pick(split === 'train' ? rungs : heldOutRungs)
  const [low, high] = split === 'train' ? levels : heldOut
  const [from, to] = [Math.min(low, top), Math.min(high, top)]
  return drawPuzzle({ family: name, level: from + random.integer(to - from + 1) }, split, random)
}

/** @param rungs the families that there are, with the top of the ladder of each. */
export const puzzleLadder = (rungs: readonly Rung[]): Ladder<PuzzleTask> => ({
  families: rungs,
  generate: (family, level, random) => {
    const at = rungs.findIndex(({ name }) => name === family)
    if (at === -1)
      throw new RangeError(`family must be one of ${rungs.map(({ name }) => name).join(', ')}, got '${family}'`)
    const { top } = nth(rungs, at)
    if (!Number.isInteger(level) || level < 0 || level > top)
      throw new RangeError(`level of ${family} must be an integer in [0, ${top}], got ${level}`)
    return drawPuzzle({ family, level }, 'train', random)
  },
})
