/** A task of a server: the fields of the reset that begins it, `seed`, or `split` and `index`. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import type { ServerSplit } from './server-split.ts'

export type OpenEnvTask = Readonly<Record<string, unknown>>

/** The first seed of each split and how many there are: no two splits share one. */
const seeds: Readonly<Record<Split, readonly [first: number, count: number]>> = {
  train: [0, 2 ** 30],
  seen: [2 ** 30, 2 ** 29],
  unseen: [3 * 2 ** 29, 2 ** 29],
}

export function generateOpenEnvTask(
  splits: Readonly<Record<Split, ServerSplit>> | null,
  split: Split,
  random: Random,
): OpenEnvTask {
  if (splits !== null) return { split: splits[split].name, index: random.integer(splits[split].tasks) }
  const [first, count] = seeds[split]
  return { seed: first + random.integer(count) }
}

/** @throws {RangeError} if it is no object of fields. */
export function parseOpenEnvTask(value: unknown): OpenEnvTask {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(
      `a task must be an object with the fields of a reset, e.g. {"seed": 1}, got ${JSON.stringify(value)}`,
    )
  return { ...value }
}

export const describeReset = (task: OpenEnvTask): string =>
  Object.entries(task)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
