import { nth } from '../math/nth.ts'
import { standardise } from '../math/statistics.ts'
import { outcomeOf } from '../reward/outcome.ts'
import { rolloutsOf, type TaskGroup } from '../rollout/groups.ts'
import type { Rollout } from '../contracts/episode.ts'
import type { PolicyCredit } from './group-credit.ts'
import { byTrajectory } from './segments/groupers.ts'
import { stepAdvantages, type Segment } from './segments/segment.ts'

/** Every step has the return of its episode as reward, and that return standardised over the group as advantage. */
export function returnCredit(group: Pick<TaskGroup, 'members'>): PolicyCredit {
  const rollouts = rolloutsOf(group)
  const returns = rollouts.map(returnOf)
  const episodes = rollouts.map(({ episode }) => episode.steps)
  const rewardOf = ({ rollout }: Pick<Segment, 'rollout'>): number => nth(returns, rollout)
  return {
    rewards: episodes.map((steps, rollout) => steps.map(() => rewardOf({ rollout }))),
    advantages: stepAdvantages(episodes, byTrajectory(episodes), rewardOf, standardise),
  }
}

/** The sum of the world's own rewards, in its units; O = ±1 where it has none. */
function returnOf(rollout: Rollout): number {
  const rewards = rollout.episode.steps.flatMap(({ reward }) => (reward === undefined ? [] : [reward]))
  return rewards.length === 0 ? outcomeOf(rollout) : rewards.reduce((sum, reward) => sum + reward, 0)
}
