/** Which games are played, how large, and how many turns each agent has. */
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

/** The least and the greatest of each whole number. */
export const teamBounds = {
  size: [3, 10],
  room: [5, 8],
  boxes: [1, 3],
  searchDepth: [2, 1000],
  holes: [1, 10],
  least: [1, 20],
  turns: [1, 20],
  parts: [1, 8],
} as const satisfies Record<string, readonly [number, number]>

export const teamDefaults = {
  games: ['plan-path'],
  size: 5,
  obstacles: 0.22,
  room: 6,
  boxes: 1,
  searchDepth: 100,
  holes: 6,
  least: 3,
  turns: 4,
  parts: 3,
  coding: {},
} as const satisfies TeamOptions

const wholeNames = ['size', 'room', 'boxes', 'searchDepth', 'holes', 'least', 'turns', 'parts'] as const

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function teamSettings(options: TeamOptions = {}): TeamSettings {
  for (const key of Object.keys(options))
    if (!Object.hasOwn(teamDefaults, key))
      throw new RangeError(`teams has no option ${key}: it has ${Object.keys(teamDefaults).join(', ')}`)
  const { coding, ...chosen } = { ...teamDefaults, ...options }
  const { games, obstacles } = chosen
  if (!isForCode(games) && (!isList(games) || games.length === 0 || !games.every(isBoardGame)))
    throw new RangeError(
      `games must be a list of ${teamGameNames.join(', ')}, or ["code"], got ${JSON.stringify(games)}`,
    )
  if (!(typeof obstacles === 'number' && obstacles >= 0 && obstacles <= 0.5))
    throw new RangeError(`obstacles must be in [0, 0.5], got ${JSON.stringify(obstacles)}`)
  for (const name of wholeNames) {
    const [low, high] = teamBounds[name]
    const value = chosen[name]
    if (!(Number.isInteger(value) && value >= low && value <= high))
      throw new RangeError(`${name} must be an integer from ${low} to ${high}, got ${JSON.stringify(value)}`)
  }
  return { ...chosen, coding: settingsOfCoding(coding) }
}

export const isBoardGame = (game: string): game is TeamGameName => teamGameNames.some(name => name === game)

/** Whether it is the game of a tester and a coder, which must be the only one. */
export const isForCode = (games: readonly string[]): boolean =>
  isList(games) && games.length === 1 && games[0] === 'code'

function settingsOfCoding(coding: CodingOptions): CodingSettings {
  if (typeof coding !== 'object' || coding === null || isList(coding))
    throw new RangeError(`coding must be an object of options of coding, got ${JSON.stringify(coding)}`)
  return codingSettings(coding)
}

/** Options may come from a file: a type is not proof. */
const isList = (value: unknown): boolean => Array.isArray(value)
