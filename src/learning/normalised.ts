import { isConstant, mean, populationStandardDeviation, standardise } from '../math/statistics.ts'

/** Less nothing, less the group's mean, that over the group's deviation, or over the deviation within groups of the whole batch. */
export const normalisers = ['none', 'mean', 'group', 'batch'] as const
export type Normaliser = (typeof normalisers)[number]

/**
 * Advantages of the members of groups from their returns. `group` is GRPO's. It makes a group of small differences count as much as
 * one of large differences, which may reverse the best choice where rewards are skewed; `mean` and `batch` keep the proportions.
 *
 * @param returns [groups][members], finite; a group may be empty.
 * @returns the same shape. A group whose members are equal has 0, except for `none`.
 * @throws {RangeError} if a return is not finite.
 */
export function normalised(returns: readonly (readonly number[])[], by: Normaliser): readonly (readonly number[])[] {
  if (by === 'none') return returns
  if (by === 'group') return returns.map(standardise)
  const centred = returns.map(centre)
  if (by === 'mean') return centred
  const all = centred.flat()
  if (isConstant(all)) return centred.map(group => group.map(() => 0))
  const deviation = populationStandardDeviation(all)
  return centred.map(group => group.map(value => value / deviation))
}

function centre(group: readonly number[]): readonly number[] {
  if (isConstant(group)) return group.map(() => 0)
  const middle = mean(group)
  return group.map(value => value - middle)
}
