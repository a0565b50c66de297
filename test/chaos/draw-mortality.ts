import type { Random } from '../../src/math/random.ts'
import { ailments, eachRole, type MortalsOptions, type Role } from './mortals.ts'

/** Most messages that a life lasts, about what an actor gets in three iterations of the default preset. */
const longest: Readonly<Record<Role, number>> = {
  gpu: 10_000,
  policy: 4000,
  observer: 10_000,
  adapter: 30,
  environment: 2000,
}

/** One to three deaths of each actor; how long it lives is drawn first in its order of magnitude, so that it may be short. */
export function drawMortality(random: Random, seed: number): MortalsOptions {
  const gpuTrains = random.integer(2) === 1
  const longestOf = (role: Role): number => (role === 'gpu' && gpuTrains ? 40 : longest[role])
  return {
    seed,
    ailments: eachRole(() => random.shuffle(ailments).slice(0, 1 + random.integer(3))),
    messages: eachRole(role => Math.ceil(longestOf(role) ** random.uniform())),
    gpuTrains,
  }
}
