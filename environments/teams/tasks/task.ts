/** A task as plain data, and its split. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import type { Board } from '../../grids/kernel/board.ts'
import { teamGameOf, type TeamGameName } from '../games/games.ts'

export interface TeamTask {
  readonly game: TeamGameName
  readonly board: Board
  /** Turns of each agent. */
  readonly turns: number
  /** Parts that a list may have. */
  readonly parts: number
}

/** A quarter of all layouts is kept for `unseen`; and of the other boards another quarter for `seen`. */
export function teamSplit(task: Pick<TeamTask, 'game' | 'board'>): Split {
  if (shareOf('layout', teamLayoutKey(task)) < 1 / 4) return 'unseen'
  return shareOf('board', task.game, ...task.board) < 1 / 4 ? 'seen' : 'train'
}

/** A signature that no task of `unseen` shares with one of another split. */
export const teamLayoutKey = ({ game, board }: Pick<TeamTask, 'game' | 'board'>): string =>
  `${game} ${teamGameOf({ game }).layoutOf(board)}`

/** In [0, 1), the same for the same labels. */
const shareOf = (...labels: readonly string[]): number => randomFrom(derive(rootKey(0), 'teams', ...labels)).uniform()
