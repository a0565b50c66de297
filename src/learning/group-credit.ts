import type { Rollout } from '../contracts/episode.ts'
import { nth } from '../math/nth.ts'
import { standardise } from '../math/statistics.ts'
import { outcomeOf } from '../reward/outcome.ts'
import { rolloutsOf, type TaskGroup } from '../rollout/groups.ts'
import { byTrajectory } from './segments/groupers.ts'
import { stepAdvantages, type Segment } from './segments/segment.ts'

/** Rewards and advantages of the policy on one group. */
export interface PolicyCredit {
  /** [episodes][steps] R_i; `null` where the step signal could not be computed. */
  readonly rewards: readonly (readonly (number | null)[])[]
  /** [episodes][steps] A of the policy; `null` where R_i is. */
  readonly advantages: readonly (readonly (number | null)[])[]
}

/** Rewards and advantages of one group, as they are trained on and written down. */
export interface GroupCredit extends PolicyCredit {
  /**
   * [episodes][steps][m] of the observer's samples; empty where no observer was asked, nothing for an invalid step; `null` where
   * unknown.
   */
  readonly noteRewards: readonly (readonly (readonly (number | null)[])[])[]
  /** [episodes][steps][m] A of the observer; `null` where the reward is. */
  readonly noteAdvantages: readonly (readonly (readonly (number | null)[])[])[]
}

/** Every step has the outcome of its episode as reward, O = ±1, and O standardised over the group as advantage. */
export const outcomeCredit = (group: Pick<TaskGroup, 'members'>): PolicyCredit => episodeCredit(group, outcomeOf)

/** Every step has as reward one number of its episode, and that number standardised over the group as advantage. */
export function episodeCredit(group: Pick<TaskGroup, 'members'>, rewardIn: (rollout: Rollout) => number): PolicyCredit {
  const rollouts = rolloutsOf(group)
  const ofEpisodes = rollouts.map(rewardIn)
  const episodes = rollouts.map(({ episode }) => episode.steps)
  const rewardOf = ({ rollout }: Pick<Segment, 'rollout'>): number => nth(ofEpisodes, rollout)
  return {
    rewards: episodes.map((steps, rollout) => steps.map(() => rewardOf({ rollout }))),
    advantages: stepAdvantages(episodes, byTrajectory(episodes), rewardOf, standardise),
  }
}
