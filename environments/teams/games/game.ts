/** A game on a board as a tool and a planner play it: a turn of either is a list of parts, e.g. of steps. Pure functions. Types only. */
import type { Random } from '../../../src/math/random.ts'
import type { Board } from '../../grids/kernel/board.ts'

/** The result of one part of a list. */
export interface PartMove {
  readonly board: Board
  /** Whether it could be done; if not, the board stays as it is. */
  readonly taken: boolean
  /** Reward besides those that all games have, in their units. */
  readonly gain: number
}

/** How large boards are drawn. */
export interface TeamSizes {
  /** Rows and columns of a field with obstacles. */
  readonly size: number
  /** Share of its cells that are obstacles. */
  readonly obstacles: number
  /** Rows and columns of a room of Sokoban, its walls included. */
  readonly room: number
  readonly boxes: number
  /** Steps of the search that pulls boxes from their targets. */
  readonly searchDepth: number
  /** Cells of a square that are left open. */
  readonly holes: number
}

/** Rewards, in the source's units; a list gets the sum over its parts. */
interface TeamRewards {
  /** Of a part that could not be done. */
  readonly invalid: number
  readonly won: number
  /** In addition, if it was won by as few parts as possible. */
  readonly efficient: number
  /** Of the planner's last turn, if it is not won. */
  readonly failed: number
  /** λ of the shaping λ (γ Φ(s′) − Φ(s)). */
  readonly shaping: number
}

export interface TeamGame {
  readonly rewards: TeamRewards
  /** A fresh board; `null` where the draw gave none that can be won. */
  readonly draw: (random: Random, sizes: TeamSizes) => Board | null
  /** Whether it is a board of this game, with everything on it that there must be. */
  readonly holds: (board: Board) => boolean
  /** The part of a board that no task of `unseen` may share with one of another split. */
  readonly layoutOf: (board: Board) => string
  /** The goal in one sentence. */
  readonly goal: string
  /** What stays as it is. */
  readonly opening: (board: Board) => string
  /** What may have changed. */
  readonly look: (board: Board) => string
  /** The parts of a list; `null` of text that is none. */
  readonly parts: (text: string) => readonly string[] | null
  /** Some parts that can be done. */
  readonly possible: (board: Board) => readonly string[]
  readonly move: (board: Board, part: string) => PartMove
  /** The first parts of a shortest way to win, at most so many; none where there is no way. */
  readonly best: (board: Board, most: number) => readonly string[]
  /** Parts of a shortest way to win: 0 once it is won, `Infinity` where there is no way, and perhaps where there is none of at most so many. */
  readonly distance: (board: Board, most?: number) => number
  readonly isWon: (board: Board) => boolean
  /** Φ of the shaping. */
  readonly potential: (board: Board) => number
}
