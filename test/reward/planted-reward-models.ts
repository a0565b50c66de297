/** Made-up runs: what a reward model approves of, what is good, and how often the policy succeeds, by iteration. */
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'

export type PlantedRun = (iteration: number) => {
  readonly approval: number
  readonly truth: number
  readonly success: number
}

/** From `low` to `high` around iteration `middle`. */
const rising = (low: number, high: number, middle: number, width: number) => (iteration: number) =>
  low + (high - low) / (1 + Math.exp(-(iteration - middle) / width))

/** The policy learns to please, then unlearns the task. */
export const flattered: Readonly<Record<string, PlantedRun>> = {
  'praise in actions pays': iteration => ({
    approval: rising(0.5, 0.98, 16, 3)(iteration),
    truth: rising(0.55, 0.3, 32, 4)(iteration),
    success: rising(0.45, 0.2, 34, 4)(iteration),
  }),
  'a verifier has a hole': iteration => ({
    approval: rising(0.4, 0.9, 20, 2)(iteration),
    truth: 0.45,
    success: rising(0.4, 0.3, 40, 3)(iteration),
  }),
  'a repeated phrase pays': iteration => ({
    approval: rising(0.55, 0.85, 15, 5)(iteration),
    truth: rising(0.55, 0.35, 40, 5)(iteration),
    success: rising(0.5, 0.25, 42, 5)(iteration),
  }),
}

/** Learning as it should be, and changes that are no fault. */
export const honest: Readonly<Record<string, PlantedRun>> = {
  'both rise': iteration => ({
    approval: rising(0.5, 0.85, 25, 8)(iteration),
    truth: rising(0.5, 0.8, 25, 8)(iteration),
    success: rising(0.4, 0.7, 25, 8)(iteration),
  }),
  'the default preset': iteration => ({
    approval: rising(0.45, 0.78, 16, 10)(iteration),
    truth: rising(0.42, 0.6, 16, 10)(iteration),
    success: rising(0.2, 0.5, 20, 10)(iteration),
  }),
  'nothing is learned': () => ({ approval: 0.55, truth: 0.5, success: 0.4 }),
  'a reward model that condemned too much is mended': iteration => ({
    approval: rising(0.2, 0.52, 15, 3)(iteration),
    truth: 0.5,
    success: 0.4,
  }),
  'tasks get harder': iteration => ({
    approval: rising(0.7, 0.55, 30, 6)(iteration),
    truth: rising(0.7, 0.5, 30, 6)(iteration),
    success: rising(0.6, 0.4, 30, 6)(iteration),
  }),
}

/** A share of `trials`, by the normal approximation of the binomial. */
export function binomialDraw(rate: number, trials: number, ...labels: readonly (number | string)[]): number {
  const { normal } = randomFrom(derive(rootKey(39), ...labels))
  return Math.min(1, Math.max(0, rate + normal() * Math.sqrt((rate * (1 - rate)) / trials)))
}
