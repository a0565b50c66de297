/** The expert, and the label of a list. Pure. */
import type { StepLabel } from '../../../src/contracts/worlds/environment.ts'
import { teamGameOf } from '../games/games.ts'
import type { TeamTask } from '../tasks/task.ts'
import { carriedOut } from './carry-out.ts'
import type { TeamState } from './play.ts'

export const teamReasons = {
  best: 'the best way',
  wins: 'it wins',
  detour: 'not the best way',
  hopeless: 'it cannot be won any more',
  nothing: 'no list',
} as const

/** The same list for either agent; `null` where it cannot be won any more. */
export function bestList({ task, board, won }: TeamState): string | null {
  const list = won ? [] : teamGameOf(task).best(board, task.parts)
  return list.length === 0 ? null : list.join(' ')
}

/** A list is good if each of its parts is a part of a shortest way, or if it wins. */
export function labelList(state: TeamState, action: string): StepLabel {
  const { task, board } = state
  const led = carriedOut(task, state, action)
  if (led === null) return { good: false, reason: teamReasons.nothing }
  if (led.won) return { good: true, reason: teamReasons.wins }
  const { distance } = teamGameOf(task)
  const left = distance(board)
  if (left === Infinity) return { good: false, reason: teamReasons.hopeless }
  const good = distance(led.board) === left - led.tried
  return { good, reason: good ? teamReasons.best : teamReasons.detour }
}

/** Lists of one part, and the expert's. */
export function someLists(state: TeamState): readonly string[] {
  if (state.won) return []
  const expert = bestList(state)
  const single = teamGameOf(state.task).possible(state.board)
  return [...new Set([...single, ...(expert === null ? [] : [expert])])].sort()
}

/** Whether the expert wins the task within its turns. */
export function isWonByTeam(task: TeamTask): boolean {
  const most = task.turns * task.parts
  return teamGameOf(task).distance(task.board, most) <= most
}
