/** Which games are played, their size, and how they are shown. */
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
export interface GridSettings extends Sizes {
  readonly games: readonly GameName[]
  readonly least: number
  readonly steps: number | null
  readonly observe: BoardTelling
}

/** The least and the greatest of each whole number. */
export const optionBounds = {
  lake: [3, 8],
  room: [5, 8],
  boxes: [1, 3],
  searchDepth: [2, 1000],
  least: [1, 20],
  steps: [1, 200],
} as const satisfies Record<string, readonly [number, number]>

export const defaults = {
  games: ['sokoban'],
  lake: 4,
  room: 6,
  boxes: 1,
  searchDepth: 100,
  least: 3,
  observe: 'places',
} as const satisfies GridOptions

const known = [...Object.keys(defaults), 'steps']

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function gridSettings(options: GridOptions = {}): GridSettings {
  for (const key of Object.keys(options))
    if (!known.includes(key)) throw new RangeError(`grids has no option ${key}: it has ${known.join(', ')}`)
  const chosen = { steps: null, ...defaults, ...options }
  const { games, observe } = chosen
  if (!isList(games) || games.length === 0 || games.some(game => !gameNames.includes(game)))
    throw new RangeError(`games must be a list of ${gameNames.join(', ')}, got ${JSON.stringify(games)}`)
  if (!['places', 'board'].includes(observe))
    throw new RangeError(`observe must be places or board, got ${JSON.stringify(observe)}`)
  for (const name of wholeNames) {
    const [low, high] = optionBounds[name]
    const value = chosen[name]
    const isLeftOut = name === 'steps' && value === null
    if (!isLeftOut && !(Number.isInteger(value) && Number(value) >= low && Number(value) <= high))
      throw new RangeError(`${name} must be an integer from ${low} to ${high}, got ${JSON.stringify(value)}`)
  }
  return chosen
}

const wholeNames = ['lake', 'room', 'boxes', 'searchDepth', 'least', 'steps'] as const

/** Options may come from a file: a type is not proof. */
const isList = (value: unknown): boolean => Array.isArray(value)
