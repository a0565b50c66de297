/**
 * A tool and a planner play a game together. In each turn the tool proposes a list, which changes nothing; the planner reads it with its
 * result, and writes the list that is carried out.
 * Source: AT-GRPO, arXiv 2510.11062. Departure: the tool writes a list, not a program that prints one.
 */
import type { Transition } from '../../../src/contracts/worlds/environment.ts'
import type { Board } from '../../grids/kernel/board.ts'
import { teamGameOf } from '../games/games.ts'
import type { TeamTask } from '../tasks/task.ts'
import { carriedOut } from './carry-out.ts'

export const agents = ['tool', 'plan'] as const

export interface TeamState {
  readonly task: TeamTask
  readonly board: Board
  /** Parts that were tried so far. */
  readonly spent: number
  /** Turns of the planner so far. */
  readonly turn: number
  /** The tool's proposal, the words between single spaces, empty if it was no list; `null` while it is its turn. */
  readonly proposal: string | null
  readonly won: boolean
}

/** An agent's own reward for text that is no list. */
const missingReward = -2

export const begun = (task: TeamTask): TeamState => ({
  task,
  board: task.board,
  spent: 0,
  turn: 0,
  proposal: null,
  won: false,
})

export const agentOf = ({ proposal }: TeamState): (typeof agents)[number] => (proposal === null ? 'tool' : 'plan')

/** The observation of the agent whose turn it is: in its first turn, everything. */
export function observationOf(state: TeamState): string {
  const { task, board, turn, proposal } = state
  const { goal, opening, look } = teamGameOf(task)
  const first = turn === 0 ? ` ${goal} ${opening(task.board)}` : ''
  const seen = `${first} ${look(board)}`
  if (proposal === null) return `Tool:${seen}`
  const led = carriedOut(task, state, proposal)
  return `Plan:${seen} ${led === null ? 'The tool says nothing.' : `The tool says ${proposal}, which leads to: ${look(led.board)}`}`
}

/** Of the tool the reward is that of its list as if it were carried out: a proposal alone changes nothing. */
export function played(state: TeamState, action: string): Transition<TeamState> {
  if (state.won) return { state, observation: 'Nothing happens.', won: false }
  const { task, turn } = state
  const { rewards } = teamGameOf(task)
  const led = carriedOut(task, state, action)
  const failed = turn + 1 === task.turns && led?.won !== true ? rewards.failed : 0
  const paid = { reward: (led?.reward ?? 0) + failed, localReward: led === null ? missingReward : 0 }
  if (state.proposal === null) {
    const proposal =
      led === null
        ? ''
        : action
            .split(' ')
            .filter(word => word !== '')
            .join(' ')
    const next = { ...state, proposal }
    return { state: next, observation: observationOf(next), won: false, ...paid }
  }
  const { board, spent, won } = led ?? { ...state, won: false }
  const next = { ...state, board, spent, won, turn: turn + 1, proposal: null }
  return { state: next, observation: observationOf(next), won, ...paid }
}
