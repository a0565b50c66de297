/** Continuous control, as vector worlds. See README.md. */
import type { VectorWorld, VectorWorldContext } from '../../src/contracts/worlds/vector-world.ts'
import { readOptions } from '../../src/text/read-options.ts'
import { mountainCar } from './mountain-car.ts'
import { pendulum } from './pendulum.ts'
import { twoPeaks } from './two-peaks.ts'

const games = { pendulum, 'mountain-car': mountainCar, 'two-peaks': twoPeaks } as const

export const optionsSchema = {
  type: 'object',
  description: 'which game is played',
  additionalProperties: false,
  properties: { game: { description: 'game to play', default: 'pendulum', enum: Object.keys(games) } },
}

export interface ControlOptions {
  readonly game?: keyof typeof games
}

/** @throws {RangeError} if the game is unknown. */
export function control(options: ControlOptions, context: VectorWorldContext): VectorWorld {
  const { game } = readOptions('control', optionsSchema, options)
  return games[game](context)
}

export default control
