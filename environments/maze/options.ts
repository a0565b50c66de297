import { integerBetween, readOptions } from '../../src/text/read-options.ts'
import { layoutNames, type LayoutName } from './layouts.ts'

export interface MazeOptions {
  readonly layout?: LayoutName
  /** Steps until an episode is cut off. */
  readonly length?: number
  /** Deviation of the noise in the script's actions. */
  readonly noise?: number
  /** Share of the script's actions that are drawn uniformly. */
  readonly wandering?: number
}

export const optionsSchema = {
  type: 'object',
  description: 'which walls there are, and how well the script of offline data plays',
  additionalProperties: false,
  properties: {
    layout: { description: 'walls of the antmaze of that name', default: 'umaze', enum: [...layoutNames] },
    length: { description: 'steps until an episode is cut off', default: 100, ...integerBetween(1, 10_000) },
    noise: {
      description: 'deviation of the noise in the actions of the script',
      default: 0.5,
      ...({ type: 'number', minimum: 0, maximum: 10 } as const),
    },
    wandering: {
      description: 'share of the actions of the script that are drawn uniformly',
      default: 0.5,
      ...({ type: 'number', minimum: 0, maximum: 1 } as const),
    },
  },
}

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export const mazeSettings = (options: MazeOptions) => readOptions('maze', optionsSchema, options)
