/** A task as plain data, its split, and its own chance. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey, type Key } from '../../../src/math/random.ts'
import { gameOf, type GameName } from '../games/games.ts'
import type { Board } from '../kernel/board.ts'

export interface GridTask {
  readonly game: GameName
  readonly board: Board
  /** Steps until an episode is cut off. */
  readonly limit: number
}

/** Chance of the task itself: by it the expert wins. */
export const ownChance = ({ game, board }: GridTask): Key => derive(rootKey(0), 'grids', game, ...board)

/** A quarter of all layouts is kept for `unseen`; and of the other boards another quarter for `seen`. */
export function gridSplit({ game, board }: GridTask): Split {
  if (shareOf('layout', layoutKey({ game, board })) < 1 / 4) return 'unseen'
  return shareOf('board', game, ...board) < 1 / 4 ? 'seen' : 'train'
}

/** A signature that no task of `unseen` shares with one of another split. */
export const layoutKey = ({ game, board }: Pick<GridTask, 'game' | 'board'>): string =>
  `${game} ${gameOf({ game }).layoutOf(board)}`

/** In [0, 1), the same for the same labels. */
const shareOf = (...labels: readonly string[]): number => randomFrom(derive(rootKey(0), ...labels)).uniform()
