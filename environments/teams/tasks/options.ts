/** Which games are played, how large, and how many turns each agent has. */
import { integerBetween, readOptions } from '../../../src/text/read-options.ts'
import { codingSettings, type CodingOptions, type CodingSettings } from '../../coding/options/options.ts'
import { teamGameNames, type TeamGameName } from '../games/games.ts'
import type { TeamSizes } from '../games/game.ts'

export interface TeamOptions extends Partial<TeamSizes> {
  /** Games to draw tasks of, in equal shares; code, which has other agents, must be the only one. */
  readonly games?: readonly TeamGameName[] | readonly ['code']
  /** The least number of parts of a shortest way to win. */
  readonly least?: number
  /** Turns of each agent. */
  readonly turns?: number
  /** Parts that a list may have. */
  readonly parts?: number
  /** Of code: options of the world coding. */
  readonly coding?: CodingOptions
}

/** Options with nothing left open. */
export interface TeamSettings extends Required<Omit<TeamOptions, 'games' | 'coding'>> {
  readonly games: readonly (TeamGameName | 'code')[]
  readonly coding: CodingSettings
}

export const optionsSchema = {
  type: 'object',
  description: 'which games are played, how large, and how many turns each agent has',
  additionalProperties: false,
  properties: {
    games: {
      description: 'games to draw tasks of, in equal shares; code, of a tester and a coder, stands alone',
      default: ['plan-path'],
      anyOf: [
        { type: 'array', items: { enum: [...teamGameNames] }, minItems: 1 },
        { type: 'array', items: { enum: ['code'] }, minItems: 1, maxItems: 1 },
      ],
    },
    size: { description: 'rows and columns of a field of Plan-Path', default: 5, ...integerBetween(3, 10) },
    obstacles: {
      description: 'share of its cells that are obstacles',
      default: 0.22,
      type: 'number',
      minimum: 0,
      maximum: 0.5,
    },
    room: {
      description: 'rows and columns of a room of Sokoban, its walls included',
      default: 6,
      ...integerBetween(5, 8),
    },
    boxes: { description: 'boxes in a room', default: 1, ...integerBetween(1, 3) },
    searchDepth: {
      description: 'depth of the search that pulls boxes from their targets',
      default: 100,
      ...integerBetween(2, 1000),
    },
    holes: { description: 'cells of a square of Sudoku that are left open', default: 6, ...integerBetween(1, 10) },
    least: { description: 'least number of parts of a shortest way to win', default: 3, ...integerBetween(1, 20) },
    turns: { description: 'turns of each agent', default: 4, ...integerBetween(1, 20) },
    parts: { description: 'parts that a list may have: steps, or cells', default: 3, ...integerBetween(1, 8) },
    coding: { description: 'of code: options of the world coding', default: {}, type: 'object' },
  },
}

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function teamSettings(options: TeamOptions = {}): TeamSettings {
  const { coding, ...chosen } = readOptions('teams', optionsSchema, options)
  return { ...chosen, coding: codingSettings(coding) }
}

export const isBoardGame = (game: string): game is TeamGameName => teamGameNames.some(name => name === game)

/** Whether it is the game of a tester and a coder, which must be the only one. */
export const isForCode = (games: readonly string[]): boolean => games.length === 1 && games[0] === 'code'
