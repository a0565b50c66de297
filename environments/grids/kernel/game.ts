/** A game as the kernel plays it: pure functions over a board. Types only. */
import type { Random } from '../../../src/math/random.ts'
import type { Board } from './board.ts'

/** The result of an action that the game knows. */
export interface GameMove {
  readonly board: Board
  /** In the units that the game's header names. */
  readonly reward: number
  readonly won: boolean
  readonly lost: boolean
}

/** Whether an observation lists places or prints the board. */
export type BoardTelling = 'places' | 'board'

/** How large boards are drawn. */
export interface Sizes {
  /** Rows and columns of a lake. */
  readonly lake: number
  /** Rows and columns of a room, its walls included. */
  readonly room: number
  /** Boxes in a room. */
  readonly boxes: number
  /** Steps of the search that pulls boxes from their targets. */
  readonly searchDepth: number
}

export interface Game {
  /** Steps until an episode is cut off, unless options say otherwise. */
  readonly steps: number
  /** Whether the board is rows of glyphs, of which edits can be made. */
  readonly edited: {
    readonly player: string
    readonly floor: string
    readonly obstacle: string
    readonly goal: string
  } | null
  /** A fresh board; `null` where the draw gave none that can be won. */
  readonly draw: (random: Random, sizes: Sizes) => Board | null
  /** Whether it is a board of this game, with everything on it that there must be. */
  readonly holds: (board: Board) => boolean
  /** The part of a board that no task of `unseen` may share with one of another split. */
  readonly layoutOf: (board: Board) => string
  /** The goal in one sentence. */
  readonly goal: (board: Board) => string
  /** Text before the first action, besides the goal. */
  readonly opening: (board: Board, observe: BoardTelling) => string
  /** What there is to see after an action. */
  readonly look: (board: Board, move: GameMove, observe: BoardTelling) => string
  readonly actions: (board: Board) => readonly string[]
  /** @param uniform draws chance of the episode, in [0, 1). */
  readonly move: (board: Board, action: string, uniform: () => number) => GameMove
  /** The actions that are best from here, the expert's first; none where it cannot be won any more. */
  readonly best: (board: Board) => readonly string[]
  /** The least number of steps to the goal if every action does as it says; `Infinity` where there is no way, and perhaps where there is none of at most so many. */
  readonly distance: (board: Board, most?: number) => number
}
