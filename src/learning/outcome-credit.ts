import { nth } from '../math/nth.ts'
import { standardise } from '../math/statistics.ts'
import { outcomeOf } from '../reward/outcome.ts'
import { rolloutsOf, type TaskGroup } from '../rollout/groups.ts'
import type { PolicyCredit } from './group-credit.ts'
import { byTrajectory } from './segments/groupers.ts'
import { stepAdvantages, type Segment } from './segments/segment.ts'

/** Every step has the outcome of its episode as reward, O = ±1, and O standardised over the group as advantage. */
export function outcomeCredit(group: Pick<TaskGroup, 'members'>): PolicyCredit {
  const rollouts = rolloutsOf(group)
  const outcomes = rollouts.map(outcomeOf)
  const episodes = rollouts.map(({ episode }) => episode.steps)
  const rewardOf = ({ rollout }: Pick<Segment, 'rollout'>): number => nth(outcomes, rollout)
  return {
    rewards: episodes.map((steps, rollout) => steps.map(() => rewardOf({ rollout }))),
    advantages: stepAdvantages(episodes, byTrajectory(episodes), rewardOf, standardise),
  }
}
