import type { RewardWeights } from '../../contracts/messages/run.ts'
import type { ActResult } from '../../contracts/worlds/world.ts'

/** A result as far as rewards are concerned. */
export type Rewarded = Pick<ActResult, 'score' | 'reward' | 'localReward'>

/**
 * α · team + β · local, in the world's units.
 * Source: AT-GRPO, arXiv 2510.11062, with β = 1. Departure: the score replaces the team's reward in a world without one.
 */
export const weightedReward = (
  { team, local }: RewardWeights,
  { score, reward = score, localReward = 0 }: Rewarded,
): number => team * reward + local * localReward
