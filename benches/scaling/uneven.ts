import type { Random } from '../../src/math/random.ts'

/** A log-normal factor in [0.1, 10] of median 1. @param spread standard deviation of its logarithm. */
export const unevenFactor = (random: Random, spread: number): number =>
  Math.min(10, Math.max(0.1, Math.exp(spread * random.normal())))
