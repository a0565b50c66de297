/** Continuous control, as vector worlds. See README.md. */
import type { VectorWorld, VectorWorldContext } from '../../src/contracts/worlds/vector-world.ts'
import { mountainCar } from './mountain-car.ts'
import { pendulum } from './pendulum.ts'
import { twoPeaks } from './two-peaks.ts'

const games = { pendulum, 'mountain-car': mountainCar, 'two-peaks': twoPeaks } as const

export interface ControlOptions {
  readonly game?: keyof typeof games
}

/** @throws {RangeError} if the game is unknown. */
export function control({ game = 'pendulum', ...others }: ControlOptions, context: VectorWorldContext): VectorWorld {
  const [odd] = Object.keys(others)
  if (odd !== undefined) throw new RangeError(`options of control are game alone, got ${odd}`)
  if (!Object.hasOwn(games, game))
    throw new RangeError(`game must be one of ${Object.keys(games).join(', ')}, got ${game}`)
  return games[game](context)
}

export default control
