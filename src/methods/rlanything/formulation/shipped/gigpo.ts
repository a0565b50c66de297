import { groupBy } from '../../../../math/group-by.ts'
import { standardise } from '../../../../math/statistics.ts'
import { nth } from '../../../../math/nth.ts'
import { zip } from '../../../../math/zip.ts'
import type { ByStep, Formulation, GroupEpisode } from '../formulation.ts'
import { ofWholeEpisodes } from './episode-level.ts'

export interface GigpoOptions {
  /** ω ≥ 0, the weight of the advantage among steps from one situation. */
  readonly weight?: number
  /** γ in (0, 1] of the return from a step on. */
  readonly discount?: number
}

/**
 * A = A_E + ω A_S: the episode's advantage over the group, and that of the discounted return from a step on over all
 * steps of the group that were taken from the same situation (its anchor state); 0 for a situation met once.
 * Source: Feng et al., Group-in-group policy optimization, arXiv 2505.10978.
 *
 * @throws {RangeError} if an option is out of range.
 */
export function gigpo({ weight = 1, discount = 0.95 }: GigpoOptions = {}): Formulation {
  if (!(weight >= 0 && weight < Infinity)) throw new RangeError(`weight must be in [0, ∞), got ${weight}`)
  if (!(discount > 0 && discount <= 1)) throw new RangeError(`discount must be in (0, 1], got ${discount}`)
  return {
    name: 'GiGPO',
    advantages: (rewards, group) => {
      const ofSteps = amongSituations(returnsOf(rewards, discount), group)
      return ofWholeEpisodes(rewards, standardise).map((row, episode) =>
        row.map((value, step) => (value === null ? null : value + weight * (nth(ofSteps, episode)[step] ?? 0))),
      )
    },
  }
}

/** Discounted sums of the rewards from each step on; a step without a reward adds nothing and has none. */
function returnsOf(rewards: ByStep, discount: number): ByStep {
  return rewards.map(row => {
    let sum = 0
    return row
      .toReversed()
      .map(reward => {
        sum = (reward ?? 0) + discount * sum
        return reward === null ? null : sum
      })
      .toReversed()
  })
}

function amongSituations(returns: ByStep, group: readonly GroupEpisode[]): ByStep {
  const known = returns.flatMap((row, episode) =>
    row.flatMap((value, step) => (value === null ? [] : [{ episode, step, value }])),
  )
  const situationOf = ({ episode, step }: { readonly episode: number; readonly step: number }) =>
    group[episode]?.anchorObservations[step]
  const result = returns.map(row => [...row])
  for (const pool of groupBy(known, situationOf).values()) {
    const scaled = standardise(pool.map(({ value }) => value))
    for (const [{ episode, step }, value] of zip(pool, scaled)) nth(result, episode)[step] = value
  }
  return result
}
