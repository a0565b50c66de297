/** Plays a game: any text is an action, and chance is that of the episode. Pure. */
import type { Transition } from '../../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, type Key } from '../../../src/math/random.ts'
import { gameOf } from '../games/games.ts'
import type { Board } from '../kernel/board.ts'
import type { GameMove, BoardTelling } from '../kernel/game.ts'
import { ownChance, type GridTask } from '../tasks/task.ts'

export interface GridState {
  readonly task: GridTask
  readonly board: Board
  /** Keys all draws of the episode; step i draws from derive(chance, i). */
  readonly chance: Key
  readonly steps: number
  /** Whether it is won or lost. */
  readonly over: boolean
}

/** The observation after text that is no action. */
const refusal = 'Nothing happens.'

/** Taken away for text that is no action: RAGEN's format penalty. */
const refusalReward = -0.1

export const beginGame = (task: GridTask, chance: Key = ownChance(task)): GridState => ({
  task,
  board: task.board,
  chance,
  steps: 0,
  over: false,
})

/** The result of an action; `null` if it cannot be taken. */
export function moved({ task, board, chance, steps, over }: GridState, action: string): GameMove | null {
  const game = gameOf(task)
  if (over || !game.actions(board).includes(action)) return null
  return game.move(board, action, randomFrom(derive(chance, steps)).uniform)
}

export function playMove(state: GridState, action: string, observe: BoardTelling): Transition<GridState> {
  const move = moved(state, action)
  if (move === null) return { state, observation: refusal, won: false, reward: refusalReward }
  const { board, reward, won, lost } = move
  return {
    state: { ...state, board, steps: state.steps + 1, over: won || lost },
    observation: gameOf(state.task).look(board, move, observe),
    won,
    lost,
    reward,
  }
}
