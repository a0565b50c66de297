import { outcomeOf } from '../reward/outcome.ts'
import type { TaskGroup } from '../rollout/groups.ts'
import type { Rollout } from '../contracts/episode.ts'
import { episodeCredit, type PolicyCredit } from './group-credit.ts'

/** Every step has the return of its episode as reward, and that return standardised over the group as advantage. */
export const returnCredit = (group: Pick<TaskGroup, 'members'>): PolicyCredit => episodeCredit(group, returnOf)

/** The sum of the world's own rewards, in its units; O = ±1 where it has none. */
function returnOf(rollout: Rollout): number {
  const rewards = rollout.episode.steps.flatMap(({ reward }) => (reward === undefined ? [] : [reward]))
  return rewards.length === 0 ? outcomeOf(rollout) : rewards.reduce((sum, reward) => sum + reward, 0)
}
