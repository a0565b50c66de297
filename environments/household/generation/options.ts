/** What sort of rooms and games to make. */
import { asRange, numberOrRange, readOptions } from '../../../src/text/read-options.ts'
import type { Dialect } from '../play/step.ts'
import { goalNames, type GoalName } from './goal-names.ts'

export interface HouseholdOptions {
  /** Receptacles in a room, at least 4: a number, a range, or `full` for as many as real rooms have. */
  readonly receptacles?: number | readonly [number, number] | 'full'
  /** Goals to ask for; by default those of a small room, or all in full rooms. */
  readonly goals?: readonly GoalName[]
  /** Steps until an episode is cut off; 12 in small rooms, 40 in full ones. */
  readonly steps?: number
  /** `move X to Y`, or the older `put X in/on Y`. */
  readonly dialect?: Dialect
}

/** Options with nothing left open. */
export interface HouseholdSettings {
  readonly receptacles: readonly [number, number] | 'full'
  readonly goals: readonly GoalName[]
  readonly steps: number
  readonly dialect: Dialect
}

export const optionsSchema = {
  type: 'object',
  description: 'which rooms and games are made',
  additionalProperties: false,
  properties: {
    receptacles: {
      description: 'receptacles in a room: a number, a range, or full for as many as real rooms have',
      default: [4, 5],
      anyOf: [...numberOrRange(4, 30).anyOf, { enum: ['full'] }],
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

const names = Object.keys(goalNames) as readonly GoalName[]

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function householdSettings(options: HouseholdOptions = {}): HouseholdSettings {
  const given = readOptions('household', optionsSchema, options)
  const receptacles = given.receptacles === 'full' ? 'full' : asRange('receptacles', given.receptacles)
  return {
    receptacles,
    goals: given.goals ?? (receptacles === 'full' ? names : ['place', 'clean', 'heat', 'cool']),
    steps: given.steps ?? (receptacles === 'full' ? 40 : Math.max(12, 2 * receptacles[1] + 2)),
    dialect: given.dialect,
  }
}
