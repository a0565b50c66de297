import { nth } from '../../math/nth.ts'
import { standardise } from '../../math/statistics.ts'
import { byStepIndex } from './groupers.ts'
import { stepAdvantages, type Segment } from './segment.ts'

/**
 * The advantage of an episode that alone reaches a step: `drop` gives 0, so that it is not trained
 * on; `raw` keeps R itself, unnormalised, as the authors' code does.
 */
export type SingletonRule = 'drop' | 'raw'

/**
 * The policy's advantage: R standardised over the episodes of one group that reach the same step index,
 * with the population's standard deviation; all 0 where that is ≤ 1e-8.
 * Source: RLAnything, arXiv 2602.02488, policy objective; the grouping by step index is the authors' code's.
 * Departure: `drop` is ours.
 *
 * @param rewards [episodes][steps], ragged, finite; `null` where a reward could not be computed: such a step is
 *   no member of its group.
 * @returns the same shape, `null` where the reward is. Of two or more episodes at a step index the mean is 0, the variance 0 or 1.
 * @throws {RangeError} if a reward is not finite or `singleton` is not a rule.
 */
export function policyAdvantages<R extends number | null>(
  rewards: readonly (readonly R[])[],
  singleton: SingletonRule,
): (number | (R & null))[][] {
  if (singleton !== 'drop' && singleton !== 'raw')
    throw new RangeError(`singleton must be 'drop' or 'raw', got '${String(singleton)}'`)
  const estimate = (column: readonly number[]) =>
    column.length === 1 && singleton === 'raw' ? column : standardise(column)
  const rewardOf = ({ rollout, from }: Segment): R => nth(nth(rewards, rollout), from)
  return stepAdvantages(rewards, byStepIndex(rewards), rewardOf, estimate)
}
