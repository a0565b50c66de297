/** Segments: the turns of rollouts that share credit, in groups whose rewards are compared. Pure. */
import { nth } from '../../math/nth.ts'
import { zip } from '../../math/zip.ts'

/** Turns [from, to) of one rollout that share one reward and one advantage. */
export interface Segment {
  /** Index among the rollouts that are grouped. */
  readonly rollout: number
  readonly from: number
  readonly to: number
  /** Of the one turn, where each candidate has separate credit; left out: the action that was taken. */
  readonly candidate?: number
}

/** Segments whose rewards are compared with each other. */
export interface SegmentGroup {
  /** Unique among the groups of one task. */
  readonly key: string
  readonly members: readonly Segment[]
}

/** Advantages of the members of a group: [n] finite rewards to [n] advantages. */
export type AdvantageEstimator = (rewards: readonly number[]) => readonly number[]

export interface CreditedSegment<R extends number | null> {
  readonly segment: Segment
  /** `null` where the reward is. */
  readonly advantage: number | (R & null)
}

/**
 * Advantages of each group separately, in order. A segment whose reward could not be computed is no member of its
 * group.
 *
 * @param rewardOf a segment; `null` without a reward.
 */
export const segmentAdvantages = <R extends number | null>(
  groups: readonly SegmentGroup[],
  rewardOf: (segment: Segment) => R,
  estimate: AdvantageEstimator,
): readonly CreditedSegment<R>[] => groups.flatMap(({ members }) => credited(members, rewardOf, estimate))

function credited<R extends number | null>(
  members: readonly Segment[],
  rewardOf: (segment: Segment) => R,
  estimate: AdvantageEstimator,
): readonly CreditedSegment<R>[] {
  const rewards = members.map(rewardOf)
  const values = estimate(rewards.flatMap((reward): readonly number[] => (reward === null ? [] : [reward])))
  let next = 0
  return zip(members, rewards).map(([segment, reward]) => ({
    segment,
    advantage: reward === null ? reward : nth(values, next++),
  }))
}

/**
 * The same, as the advantage of every step: that of its segment.
 *
 * @param episodes [rollouts][steps] of which only the lengths count.
 * @returns [rollouts][steps]; 0 for a step that is in no segment.
 */
export function stepAdvantages<R extends number | null>(
  episodes: readonly (readonly unknown[])[],
  groups: readonly SegmentGroup[],
  rewardOf: (segment: Segment) => R,
  estimate: AdvantageEstimator,
): (number | (R & null))[][] {
  const advantages = episodes.map(steps => steps.map((): number | (R & null) => 0))
  for (const { segment, advantage } of segmentAdvantages(groups, rewardOf, estimate)) {
    const ofEpisode = nth(advantages, segment.rollout)
    for (let step = segment.from; step < segment.to; step += 1) ofEpisode[step] = advantage
  }
  return advantages
}

/**
 * The same, of groups of candidates.
 *
 * @param candidates [rollouts][steps] how many there are.
 * @returns [rollouts][steps][candidates]; 0 for one that is in no segment.
 */
export function candidateAdvantages<R extends number | null>(
  candidates: readonly (readonly number[])[],
  groups: readonly SegmentGroup[],
  rewardOf: (segment: Segment) => R,
  estimate: AdvantageEstimator,
): (number | (R & null))[][][] {
  const advantages = candidates.map(steps =>
    steps.map(count => Array.from({ length: count }, (): number | (R & null) => 0)),
  )
  for (const { segment, advantage } of segmentAdvantages(groups, rewardOf, estimate))
    nth(nth(advantages, segment.rollout), segment.from)[segment.candidate ?? 0] = advantage
  return advantages
}
