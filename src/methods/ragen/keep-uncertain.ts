import { nth } from '../../math/nth.ts'
import { countOfShare, isConstant, populationStandardDeviation } from '../../math/statistics.ts'
import type { RagenOptions } from './settings.ts'

/** How uncertain the policy is about a task: the deviation of the returns in its group; 0 of an empty one. */
export const uncertainty = (returns: readonly number[]): number =>
  isConstant(returns) ? 0 : populationStandardDeviation(returns)

/**
 * StarPO-S: keeps the groups whose returns deviate most. By `groups` a share of them, rounded up; by `variance` as many, from the top,
 * as have that share of all variance, without those that have none. Of equals the first.
 * Source: RAGEN, arXiv 2504.20073, uncertainty filter; RAGEN-2, arXiv 2604.06268, the filter by cumulative variance.
 *
 * @param returns [groups][members]
 * @returns [groups] whether each is trained on.
 */
export function keepUncertain(
  returns: readonly (readonly number[])[],
  { keep, keepBy }: Pick<RagenOptions, 'keep' | 'keepBy'>,
): readonly boolean[] {
  const deviations = returns.map(uncertainty)
  const order = deviations.map((_, index) => index).sort((one, other) => nth(deviations, other) - nth(deviations, one))
  const kept = new Set(order.slice(0, keepBy === 'groups' ? countOfShare(keep, returns.length) : countOf(order)))
  return returns.map((_, index) => kept.has(index))

  function countOf(byDeviation: readonly number[]): number {
    const variances = byDeviation.map(index => nth(deviations, index) ** 2)
    const wanted = keep * variances.reduce((sum, variance) => sum + variance, 0)
    let sum = 0
    let count = 0
    for (const variance of variances) {
      if (variance === 0 || sum >= wanted) break
      sum += variance
      count += 1
    }
    return count
  }
}
