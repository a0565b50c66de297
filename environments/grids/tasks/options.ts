/** Which games are played, their size, and how they are shown. */
import { integerBetween, readOptions } from '../../../src/text/read-options.ts'
import { gameNames, type GameName } from '../games/games.ts'
import type { BoardTelling, Sizes } from '../kernel/game.ts'

export interface GridOptions extends Partial<Sizes> {
  /** Games to draw tasks of, in equal shares. */
  readonly games?: readonly GameName[]
  /** The least number of steps of a shortest way, of games that have ways; default 3. */
  readonly least?: number
  /** Steps until an episode is cut off; left out, the game's own. */
  readonly steps?: number
  /** Whether observations list places or print the board. */
  readonly observe?: BoardTelling
}

/** Options with nothing left open but the steps, which are the game's own if left out. */
export interface GridSettings extends Required<Omit<GridOptions, 'steps'>> {
  readonly steps: number | null
}

export const optionsSchema = {
  type: 'object',
  description: 'which games are played, how large, and how they are described',
  additionalProperties: false,
  properties: {
    games: {
      description: 'games to draw tasks of, in equal shares',
      default: ['sokoban'],
      type: 'array',
      items: { enum: [...gameNames] },
      minItems: 1,
    },
    lake: { description: 'rows and columns of a lake', default: 4, ...integerBetween(3, 8) },
    room: { description: 'rows and columns of a room, its walls included', default: 6, ...integerBetween(5, 8) },
    boxes: { description: 'boxes in a room', default: 1, ...integerBetween(1, 3) },
    searchDepth: {
      description: 'depth of the search that pulls boxes from their targets: the deeper, the farther they are',
      default: 100,
      ...integerBetween(2, 1000),
    },
    least: {
      description: 'least number of steps of a shortest way, on lakes and in rooms',
      default: 3,
      ...integerBetween(1, 20),
    },
    steps: {
      description: 'steps until an episode is cut off; by default 1 of a bandit, 10 on a lake, 15 in a room',
      ...integerBetween(1, 200),
    },
    observe: {
      description: 'what an observation says: the places of what is there, or the board as it is printed',
      default: 'places',
      enum: ['places', 'board'],
    },
  },
}

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export const gridSettings = (options: GridOptions = {}): GridSettings => ({
  steps: null,
  ...readOptions('grids', optionsSchema, options),
})
