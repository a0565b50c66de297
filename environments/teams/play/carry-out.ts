/** Carries out a list, part by part. Pure. */
import type { Board } from '../../grids/kernel/board.ts'
import { teamGameOf } from '../games/games.ts'
import type { TeamTask } from '../tasks/task.ts'

/** The result of a list. */
interface CarriedOut {
  readonly board: Board
  /** Parts of the whole episode that were tried, those included that could not be done. */
  readonly spent: number
  /** Parts of this list that were tried: those after the game is won are not. */
  readonly tried: number
  readonly reward: number
  readonly won: boolean
}

/** Of each part, in the source's units. */
const partReward = -0.01

/** γ of the shaping. */
const discount = 0.99

/** @returns `null` of text that is no list, or has more parts than one may have. */
export function carriedOut(
  task: TeamTask,
  { board, spent }: Pick<CarriedOut, 'board' | 'spent'>,
  text: string,
): CarriedOut | null {
  const { rewards, parts: partsOf, move, isWon, potential, distance } = teamGameOf(task)
  const parts = partsOf(text)
  if (parts === null || parts.length > task.parts) return null
  let at = { board, spent, tried: 0, reward: 0, won: false }
  for (const part of parts) {
    const { board: next, taken, gain } = move(at.board, part)
    const shaped = rewards.shaping * (discount * potential(next) - potential(at.board))
    const won = isWon(next)
    const spentNow = at.spent + 1
    const bonus = !won ? 0 : rewards.won + (spentNow === distance(task.board) ? rewards.efficient : 0)
    const reward = at.reward + partReward + (taken ? 0 : rewards.invalid) + gain + shaped + bonus
    at = { board: next, spent: spentNow, tried: at.tried + 1, reward, won }
    if (won) break
  }
  return at
}
