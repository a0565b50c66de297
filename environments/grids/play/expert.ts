/** The expert, and the label of a step. Pure. */
import type { StepLabel } from '../../../src/contracts/worlds/environment.ts'
import { gameOf } from '../games/games.ts'
import type { GridTask } from '../tasks/task.ts'
import { beginGame, moved, type GridState } from './play.ts'

export const reasons = {
  best: 'the best way',
  luck: 'it wins by luck',
  detour: 'not the best way',
  hopeless: 'it cannot be won any more',
  nothing: 'nothing happens',
} as const

/** The expert's next action; `null` where it cannot be won any more. */
export const bestAction = ({ task, board, over }: GridState): string | null =>
  over ? null : (gameOf(task).best(board)[0] ?? null)

/** A step is good if it is one of the best, or wins by a slip. */
export function labelMove(state: GridState, action: string): StepLabel {
  const move = moved(state, action)
  if (move === null) return { good: false, reason: reasons.nothing }
  const best = gameOf(state.task).best(state.board)
  if (best.includes(action)) return { good: true, reason: reasons.best }
  if (move.won) return { good: true, reason: reasons.luck }
  return { good: false, reason: best.length === 0 ? reasons.hopeless : reasons.detour }
}

/** Whether the expert wins the task within its step limit, by the task's own chance. */
export function isWonByExpert(task: GridTask): boolean {
  let state = beginGame(task)
  for (let step = 0; step < task.limit; step += 1) {
    const move = moved(state, bestAction(state) ?? '')
    if (move === null || move.lost) return false
    if (move.won) return true
    state = { ...state, board: move.board, steps: state.steps + 1 }
  }
  return false
}
