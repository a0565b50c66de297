/** The options as JSON Schema: for `rlanything config` and for editors. */
import { goalNames, minReceptacles, maxReceptacles } from './options.ts'

const receptacles = { type: 'integer', minimum: minReceptacles, maximum: maxReceptacles }

export const optionsSchema = {
  type: 'object',
  description: 'which rooms and games are made',
  additionalProperties: false,
  properties: {
    receptacles: {
      description: 'receptacles in a room: a number, a range, or full for as many as real rooms have',
      default: [4, 5],
      anyOf: [
        receptacles,
        { type: 'array', prefixItems: [receptacles, receptacles], items: false, minItems: 2, maxItems: 2 },
        { enum: ['full'] },
      ],
    },
    goals: {
      description: 'goals to ask for; by default place, clean, heat and cool, in full rooms all',
      type: 'array',
      items: { enum: Object.keys(goalNames) },
      minItems: 1,
    },
    steps: {
      description:
        'steps until an episode is cut off; by default 2 a receptacle and 2 more, at least 12; in full rooms 40',
      type: 'integer',
      minimum: 1,
    },
    dialect: {
      description: 'move X to Y, or put X in/on Y as in older versions',
      default: 'move',
      enum: ['move', 'put'],
    },
  },
}
