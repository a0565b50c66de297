/** Puzzles: problems with a generator, a verifier and a ladder of difficulty, each answered at one go. See README.md. */
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { editPuzzle, puzzleEditNames } from './generation/edits.ts'
import { puzzlesPrompts } from './prompts.ts'
import { puzzlesLanguage } from './language.ts'
import { puzzleSettings, type PuzzlesOptions } from './generation/options.ts'
import { generatePuzzle, puzzleLadder } from './generation/generate.ts'
import { parsePuzzle } from './generation/parse.ts'
import { answerPuzzle, attemptsAt, labelOfAnswer, referenceAnswer, type PuzzleState } from './tasks/play.ts'
import { puzzleReview } from './tasks/review.ts'
import type { PuzzleTask } from './tasks/task.ts'

/** @throws {RangeError} if an option is unknown or out of range. */
export function puzzles(options: PuzzlesOptions = {}): Environment<PuzzleTask, PuzzleState> {
  const chosen = puzzleSettings(options)
  const { rungs, heldOutRungs } = chosen
  return {
    name: 'puzzles',
    language: puzzlesLanguage,
    generate: (split, random) => generatePuzzle(chosen, split, random),
    parseTask: parsePuzzle,
    describe: ({ prompt }) => prompt,
    stepLimit: () => 1,
    start: task => ({ state: { task, answer: null }, observation: task.prompt }),
    step: answerPuzzle,
    admissible: attemptsAt,
    expert: referenceAnswer,
    label: labelOfAnswer,
    editNames: puzzleEditNames,
    edit: (task, name, random) => editPuzzle(rungs, task, name, random),
    valid: () => true,
    ladder: puzzleLadder(rungs),
    review: puzzleReview,
    prompts: puzzlesPrompts([...new Set([...rungs, ...heldOutRungs].map(({ name }) => name))]),
  }
}

export default puzzles
export { optionsSchema } from './generation/options.ts'
export type { PuzzlesOptions, PuzzleState, PuzzleTask }
export type { LevelRange } from './generation/options.ts'
