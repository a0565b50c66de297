/** Grids: RAGEN's games, in words. See README.md. */
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { editGridTask, gridEditNames } from './tasks/edits.ts'
import { gameOf } from './games/games.ts'
import { gridLanguage } from './language.ts'
import { gridSettings, type GridOptions } from './tasks/options.ts'
import { bestAction, isWonByExpert, labelMove } from './play/expert.ts'
import { beginGame, playMove, type GridState } from './play/play.ts'
import { generateGridTask } from './play/generate.ts'
import { parseGridTask } from './tasks/parse.ts'
import type { GridTask } from './tasks/task.ts'

/** @throws {RangeError} if an option is unknown or out of range. */
export function grids(options: GridOptions = {}): Environment<GridTask, GridState> {
  const settings = gridSettings(options)
  const { observe } = settings
  return {
    name: 'grids',
    language: gridLanguage,
    generate: (split, random) => generateGridTask(settings, split, random),
    parseTask: parseGridTask,
    describe: task => gameOf(task).goal(task.board),
    stepLimit: ({ limit }) => limit,
    start: (task, chance) => {
      const { goal, opening } = gameOf(task)
      return { state: beginGame(task, chance), observation: `${goal(task.board)} ${opening(task.board, observe)}` }
    },
    step: (state, action) => playMove(state, action, observe),
    admissible: ({ task, board, over }) => (over ? [] : gameOf(task).actions(board)),
    expert: bestAction,
    label: labelMove,
    editNames: gridEditNames,
    edit: editGridTask,
    valid: isWonByExpert,
  }
}

export default grids
export { optionsSchema } from './tasks/options.ts'
export type { GridOptions, GridState, GridTask }
export type { Board } from './kernel/board.ts'
export type { BoardTelling } from './kernel/game.ts'
