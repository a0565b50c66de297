/** Formulations that differ from the paper's in the reward of a step. */
import { mean } from '../../../../math/statistics.ts'
import { integratedReward } from '../../../../reward/integrated.ts'
import type { Formulation } from '../formulation.ts'
import { votesOn } from '../votes-on.ts'

/** R_i = O: what all steps of an episode share. Source: RLAnything, arXiv 2602.02488, the baseline "policy only". */
export const outcomeOnly: Formulation = {
  name: 'outcome only',
  stepReward: ({ outcome }) => outcome,
  claims: { lambda: 0, soft: true, rewardRange: [-1, 1] },
}

/** R_i = S̄: the reward model's word alone. Source: RLAnything, arXiv 2602.02488, its ablation on a GUI agent. */
export const stepOnly: Formulation = {
  name: 'step only',
  stepReward: (episode, step) => mean(votesOn(episode, step)),
  claims: { soft: true, rewardRange: [-1, 1] },
}

export interface ScheduleOptions {
  /** λ ≥ 0 in the first iteration and in the last; linear between. */
  readonly first: number
  readonly last: number
}

/**
 * R_i = O + λ S̄ with a λ that changes over the run: a reward model is trusted as far as it has learned.
 *
 * @throws {RangeError} if a λ is not in [0, ∞).
 */
export function lambdaSchedule({ first, last }: ScheduleOptions): Formulation {
  for (const [name, lambda] of Object.entries({ first, last }))
    if (!(lambda >= 0 && lambda < Infinity)) throw new RangeError(`${name} must be in [0, ∞), got ${lambda}`)
  const bound = 1 + Math.max(first, last)
  return {
    name: `λ from ${first} to ${last}`,
    stepReward: (episode, step, { iteration, iterations }) => {
      const fraction = iterations > 1 ? (iteration - 1) / (iterations - 1) : 0
      return integratedReward(episode.outcome, votesOn(episode, step), first + (last - first) * fraction)
    },
    claims: { soft: true, rewardRange: [-bound, bound] },
  }
}

export interface ShapingOptions {
  /** ≥ 0, how much the reward model's word is worth. */
  readonly weight?: number
  /** γ in (0, 1]. */
  readonly discount?: number
}

/**
 * R_i = O + w (γ Φ_{i+1} − Φ_i) with the mean vote on the step before as potential: Φ_{i+1} = S̄_i, Φ_0 = 0. The
 * reward model's vote on one step is taken back at the next, so that only its last vote remains in the sum.
 * Source: Ng, Harada & Russell, Policy invariance under reward transformations, ICML 1999.
 *
 * @throws {RangeError} if an option is out of range.
 */
export function potentialShaping({ weight = 1, discount = 1 }: ShapingOptions = {}): Formulation {
  if (!(weight >= 0 && weight < Infinity)) throw new RangeError(`weight must be in [0, ∞), got ${weight}`)
  if (!(discount > 0 && discount <= 1)) throw new RangeError(`discount must be in (0, 1], got ${discount}`)
  const bound = 1 + weight * (1 + discount)
  return {
    name: 'potential-based shaping',
    stepReward: (episode, step) => {
      const before = episode.votes.slice(0, step).findLastIndex(ofStep => ofStep !== null)
      const potential = (at: number): number => mean(votesOn(episode, at))
      return episode.outcome + weight * (discount * potential(step) - (before < 0 ? 0 : potential(before)))
    },
    claims: { soft: true, rewardRange: [-bound, bound] },
  }
}
