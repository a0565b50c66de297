/** The options as JSON Schema: for `rlanything config` and for editors. */
import { gameNames } from '../games/games.ts'
import { optionBounds, defaults } from './options.ts'

const whole = (name: keyof typeof optionBounds) => ({
  type: 'integer',
  minimum: optionBounds[name][0],
  maximum: optionBounds[name][1],
})

export const optionsSchema = {
  type: 'object',
  description: 'which games are played, how large, and how they are described',
  additionalProperties: false,
  properties: {
    games: {
      description: 'games to draw tasks of, in equal shares',
      default: [...defaults.games],
      type: 'array',
      items: { enum: [...gameNames] },
      minItems: 1,
    },
    lake: { description: 'rows and columns of a lake', default: defaults.lake, ...whole('lake') },
    room: { description: 'rows and columns of a room, its walls included', default: defaults.room, ...whole('room') },
    boxes: { description: 'boxes in a room', default: defaults.boxes, ...whole('boxes') },
    searchDepth: {
      description: 'depth of the search that pulls boxes from their targets: the deeper, the farther they are',
      default: defaults.searchDepth,
      ...whole('searchDepth'),
    },
    least: {
      description: 'least number of steps of a shortest way, on lakes and in rooms',
      default: defaults.least,
      ...whole('least'),
    },
    steps: {
      description: 'steps until an episode is cut off; by default 1 of a bandit, 10 on a lake, 15 in a room',
      ...whole('steps'),
    },
    observe: {
      description: 'what an observation says: the places of what is there, or the board as it is printed',
      default: defaults.observe,
      enum: ['places', 'board'],
    },
  },
}
