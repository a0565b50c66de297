/**
 * The default world of the throughput benchmark: it only counts its steps, and shows the count as an observation of
 * 512 bytes. Reward is 1 for the action that is the count modulo the number of actions, else 0.
 */
import { endings, type VectorWorld, type VectorWorldContext } from '../../contracts/worlds/vector-world.ts'

/** @throws {RangeError} if an option is unknown or not a positive integer. */
export default function countingWorld(
  options: Readonly<Record<string, unknown>>,
  { worlds }: VectorWorldContext,
): VectorWorld {
  const { observationSize, actions, length } = { ...defaults, ...checked(options) }
  const counts = new Uint32Array(worlds)

  return {
    name: 'counting',
    observationSize,
    actions,
    reset: (world, _, { observations }) => {
      counts[world] = 0
      observations.fill(0, world * observationSize, (world + 1) * observationSize)
    },
    step: (from, to, { observations, actions: chosen, rewards, endings: ended }) => {
      for (let world = from; world < to; world += 1) {
        rewards[world] = chosen[world] === counts[world]! % actions ? 1 : 0
        counts[world]! += 1
        observations.fill(counts[world]! / length, world * observationSize, (world + 1) * observationSize)
        ended[world] = counts[world]! < length ? endings.none : endings.truncated
      }
    },
  }
}

/** 128 numbers are 512 bytes; an episode takes `length` steps. */
const defaults = { observationSize: 128, actions: 8, length: 1000 }

function checked(options: Readonly<Record<string, unknown>>): Partial<typeof defaults> {
  for (const [name, value] of Object.entries(options)) {
    if (!(name in defaults)) {
      throw new RangeError(`the counting world has the options ${Object.keys(defaults).join(', ')}, got ${name}`)
    }
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
      throw new RangeError(`${name} must be a positive integer, got ${JSON.stringify(value)}`)
    }
  }
  return options
}
