/** Which groups of episodes train a model: those of which some, but not all, succeed. */

/** The success shares of the groups that are trained on. */
export interface SuccessFilter {
  /** In [0, high]. */
  readonly low: number
  /** In [low, 1]. */
  readonly high: number
  /** Whether shares equal to `low` or `high` pass. */
  readonly edges: 'inclusive' | 'exclusive'
}

/** All-lost and all-won groups teach the policy nothing about outcomes. */
export const policyFilter: SuccessFilter = { low: 0, high: 1, edges: 'exclusive' }

/** The reward model needs won and lost steps alike (Theorem 2). */
export const judgeFilter: SuccessFilter = { low: 0.2, high: 0.8, edges: 'inclusive' }

/** One task's share of the training data. */
export interface Group<Sample> {
  /** Share of the group's episodes that succeed, in [0, 1]. */
  readonly successShare: number
  readonly samples: readonly Sample[]
}

export interface Selection<Sample> {
  /** In the order given. */
  readonly samples: readonly Sample[]
  readonly counts: SelectionCounts
}

/** Where every group and every sample went. */
export interface SelectionCounts {
  readonly groups: number
  /** Groups dropped because they succeed too seldom. */
  readonly groupsTooLow: number
  /** Groups dropped because they succeed too often. */
  readonly groupsTooHigh: number
  /** In all groups: kept + inDroppedGroups + zeroAdvantage. */
  readonly samples: number
  readonly kept: number
  readonly inDroppedGroups: number
  /** Samples of kept groups that would leave only the KL penalty. */
  readonly zeroAdvantage: number
}

/**
 * What is trained on: the samples of groups that pass the filter, but for those of advantage 0.
 * Source: RLAnything, arXiv 2602.02488, task filters.
 *
 * @throws {RangeError} if a share or the filter is out of range, or an advantage is not finite.
 */
export function selectSamples<Sample extends { readonly advantage: number }>(
  groups: readonly Group<Sample>[],
  filter: SuccessFilter,
): Selection<Sample> {
  const fits = groups.map(({ successShare }) => fit(successShare, filter))
  const inKept = groups.flatMap(({ samples }, group) => (fits[group] === 'kept' ? samples : []))
  const odd = inKept.find(({ advantage }) => !Number.isFinite(advantage))
  if (odd !== undefined) throw new RangeError(`advantage must be finite, got ${odd.advantage}`)
  const samples = inKept.filter(({ advantage }) => advantage !== 0)
  const total = groups.reduce((sum, group) => sum + group.samples.length, 0)
  return {
    samples,
    counts: {
      groups: groups.length,
      groupsTooLow: fits.filter(of => of === 'too low').length,
      groupsTooHigh: fits.filter(of => of === 'too high').length,
      samples: total,
      kept: samples.length,
      inDroppedGroups: total - inKept.length,
      zeroAdvantage: inKept.length - samples.length,
    },
  }
}

/**
 * Whether a group of this success share is trained on.
 *
 * @throws {RangeError} if the share or the filter is out of range.
 */
export function fit(successShare: number, { low, high, edges }: SuccessFilter): 'kept' | 'too low' | 'too high' {
  if (!(low >= 0 && low <= high && high <= 1))
    throw new RangeError(`filter must have 0 <= low <= high <= 1, got low ${low} and high ${high}`)
  if (!(successShare >= 0 && successShare <= 1))
    throw new RangeError(`successShare must be in [0, 1], got ${successShare}`)
  if (successShare < low || (edges === 'exclusive' && successShare === low)) return 'too low'
  if (successShare > high || (edges === 'exclusive' && successShare === high)) return 'too high'
  return 'kept'
}
