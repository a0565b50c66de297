import { integerBetween, readOptions } from '../../src/text/read-options.ts'
import { townChoices, type TownChoice } from './towns.ts'

export interface RoadOptions {
  readonly town?: TownChoice
  /** Metres of a route. */
  readonly route?: number
  /** Steps until an episode is cut off. */
  readonly length?: number
  /** Blocks beside the lane of a route. */
  readonly obstacles?: number
  /** Cars of a route. */
  readonly traffic?: number
  /** By how much brightness differs between episodes. */
  readonly lighting?: number
  /** Of a failure. */
  readonly penalty?: number
  /** Seconds below 1 km/h that are a failure. */
  readonly patience?: number
  /** Share of the last command in the next one. */
  readonly smoothing?: number
  /** Deviation of the noise in the script's actions. */
  readonly noise?: number
}

const share = { type: 'number', minimum: 0, maximum: 0.99 } as const

export const optionsSchema = {
  type: 'object',
  description: 'roads, others on them, and how well the script drives',
  additionalProperties: false,
  properties: {
    town: {
      description: 'a town, or all of those for training (seen) or for tests (unseen)',
      default: 'seen',
      enum: [...townChoices],
    },
    route: { description: 'metres to drive', default: 120, ...integerBetween(40, 200) },
    length: { description: 'steps of 0.2 s until an episode is cut off', default: 200, ...integerBetween(1, 10_000) },
    obstacles: { description: 'blocks that stand into the lane', default: 2, ...integerBetween(0, 10) },
    traffic: {
      description: 'cars; every other one is slow ahead, the others come towards it',
      default: 2,
      ...integerBetween(0, 10),
    },
    lighting: { description: 'by how much the brightness of episodes differs', default: 0.2, ...share },
    penalty: {
      description: 'reward of a collision, of leaving the lane, of speeding and of standing, negated',
      default: 10,
      ...({ type: 'number', minimum: 0 } as const),
    },
    patience: {
      description: 'seconds of standing that end an episode',
      default: 10,
      ...({ type: 'number', minimum: 1 } as const),
    },
    smoothing: { description: 'share of the last command in the next one', default: 0.4, ...share },
    noise: {
      description: 'deviation of the noise in the actions of the script',
      default: 0.6,
      ...({ type: 'number', minimum: 0, maximum: 10 } as const),
    },
  },
}

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export const roadSettings = (options: RoadOptions) => readOptions('road', optionsSchema, options)
