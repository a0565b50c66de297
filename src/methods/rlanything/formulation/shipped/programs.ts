/** Formulations for worlds of one step whose episodes have a score with partial credit. */
import type { Formulation } from '../formulation.ts'

export interface AllPassedOptions {
  /** In [0, 1]: of the reward, what only all tests passed give; the rest is the share of them. */
  readonly weight?: number
}

/**
 * R = (1 − w) · score + w · [all passed]: a program that passes most tests, which many a wrong one does, is worth far less
 * than one that passes them all.
 *
 * @throws {RangeError} if the weight is out of range.
 */
export function allPassed({ weight = 0.75 }: AllPassedOptions = {}): Formulation {
  if (!(weight >= 0 && weight <= 1)) throw new RangeError(`weight must be in [0, 1], got ${weight}`)
  return {
    name: 'all passed',
    stepReward: ({ outcome, score }) => (1 - weight) * score + (outcome === 1 ? weight : 0),
    claims: { writes: 'tests', rewardRange: [0, 1] },
  }
}
