/** Which groups of episodes train a model: those of which some, but not all, succeed. */
import { z } from 'zod'
import { band } from '../config/model-schema.ts'

/** The success shares of the groups that are trained on. */
export interface SuccessBand {
  /** In [0, high]. */
  readonly low: number
  /** In [low, 1]. */
  readonly high: number
  /** Whether shares equal to `low` or `high` pass. */
  readonly edges: 'inclusive' | 'exclusive'
}

/**
 * Whether a group of this success share is trained on. All-lost and all-won groups teach the policy nothing
 * about outcomes; the reward model needs won and lost steps alike (Theorem 2).
 * Source: RLAnything, arXiv 2602.02488, task filters.
 *
 * @throws {RangeError} if the share or the filter is out of range.
 */
export function successBand(successShare: number, { low, high, edges }: SuccessBand): 'kept' | 'too low' | 'too high' {
  if (!(low >= 0 && low <= high && high <= 1))
    throw new RangeError(`filter must have 0 <= low <= high <= 1, got low ${low} and high ${high}`)
  if (!(successShare >= 0 && successShare <= 1))
    throw new RangeError(`successShare must be in [0, 1], got ${successShare}`)
  if (successShare < low || (edges === 'exclusive' && successShare === low)) return 'too low'
  if (successShare > high || (edges === 'exclusive' && successShare === high)) return 'too high'
  return 'kept'
}

/** Settings of `policy` of the methods that train on the groups inside a band. */
export const groupBand = {
  filter: band(0, 1).describe('success shares between which a group trains the policy'),
  filterEdges: z
    .enum(['exclusive', 'inclusive'])
    .default('exclusive')
    .describe('whether groups at the bounds of filter train as well: of [0, 1] those that were all lost or all won'),
}

export type GroupBand = z.output<z.ZodObject<typeof groupBand>>

/** The band that they set. */
export const configuredBand = ({ filter: [low, high], filterEdges: edges }: GroupBand): SuccessBand => ({
  low,
  high,
  edges,
})
