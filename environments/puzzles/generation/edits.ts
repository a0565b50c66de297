/** Tasks made from tasks, one level harder or easier. */
import type { Direction, Edit } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import type { Rung } from './options.ts'
import { drawPuzzle } from './generate.ts'
import { familyOf } from '../tasks/families.ts'
import { splitOfPrompt } from '../tasks/splits.ts'
import { puzzleTask, type PuzzleTask } from '../tasks/task.ts'

const directions: Readonly<Record<Direction, readonly string[]>> = {
  harder: ['next-level'],
  easier: ['part', 'level-before'],
}

export const puzzleEditNames = (direction: Direction): readonly string[] => directions[direction]

/**
 * One candidate of the named kind, of the task's split; `null` at an end of the ladder, and where the part belongs to another split.
 *
 * @throws {RangeError} if there is no such kind of edit.
 */
export function editPuzzle(
  rungs: readonly Rung[],
  task: PuzzleTask,
  name: string,
  random: Random,
): Edit<PuzzleTask> | null {
  if (!Object.values(directions).flat().includes(name))
    throw new RangeError(`no edit named ${name}: there are ${Object.values(directions).flat().join(', ')}`)
  const edited =
    name === 'part' ? partOf(task) : fresh(rungs, task, task.level + (name === 'next-level' ? 1 : -1), random)
  if (edited === null || splitOfPrompt(edited.prompt) !== splitOfPrompt(task.prompt)) return null
  return { task: edited, name, reason: `From level ${task.level} to level ${edited.level}.` }
}

function partOf({ family, level, prompt }: PuzzleTask): PuzzleTask | null {
  if (level === 0) return null
  const { part, solve } = familyOf(family)
  return puzzleTask(family, part(prompt, solve(prompt)).prompt)
}

function fresh(
  rungs: readonly Rung[],
  { family, prompt }: PuzzleTask,
  level: number,
  random: Random,
): PuzzleTask | null {
  const top = rungs.find(({ name }) => name === family)?.top ?? -1
  return level < 0 || level > top ? null : drawPuzzle({ family, level }, splitOfPrompt(prompt), random)
}
