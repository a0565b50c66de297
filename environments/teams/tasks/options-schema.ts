/** The options as JSON Schema: for `rlanything config` and for editors. */
import { teamGameNames } from '../games/games.ts'
import { teamDefaults, teamBounds } from './options.ts'

const whole = (name: keyof typeof teamBounds, description: string) => ({
  description,
  default: teamDefaults[name],
  type: 'integer',
  minimum: teamBounds[name][0],
  maximum: teamBounds[name][1],
})

export const optionsSchema = {
  type: 'object',
  description: 'which games are played, how large, and how many turns each agent has',
  additionalProperties: false,
  properties: {
    games: {
      description: 'games to draw tasks of, in equal shares; code, of a tester and a coder, stands alone',
      default: [...teamDefaults.games],
      anyOf: [
        { type: 'array', items: { enum: [...teamGameNames] }, minItems: 1 },
        { type: 'array', items: { enum: ['code'] }, minItems: 1, maxItems: 1 },
      ],
    },
    size: whole('size', 'rows and columns of a field of Plan-Path'),
    obstacles: {
      description: 'share of its cells that are obstacles',
      default: teamDefaults.obstacles,
      type: 'number',
      minimum: 0,
      maximum: 0.5,
    },
    room: whole('room', 'rows and columns of a room of Sokoban, its walls included'),
    boxes: whole('boxes', 'boxes in a room'),
    searchDepth: whole('searchDepth', 'depth of the search that pulls boxes from their targets'),
    holes: whole('holes', 'cells of a square of Sudoku that are left open'),
    least: whole('least', 'least number of parts of a shortest way to win'),
    turns: whole('turns', 'turns of each agent'),
    parts: whole('parts', 'parts that a list may have: steps, or cells'),
    coding: { description: 'of code: options of the world coding', default: {}, type: 'object' },
  },
}
