import { standardise } from '../math/statistics.ts'
import { outcomeOf } from '../reward/outcome.ts'
import { rolloutsOf, type TaskGroup } from '../rollout/groups.ts'
import type { PolicyCredit } from './group-credit.ts'

/** Every step has the outcome of its episode as reward, O = ±1, and O standardised over the group as advantage. */
export function outcomeCredit(group: Pick<TaskGroup, 'members'>): PolicyCredit {
  const rollouts = rolloutsOf(group)
  const outcomes = rollouts.map(outcomeOf)
  const advantages = standardise(outcomes)
  const onEachStep = (values: readonly number[]) =>
    rollouts.map(({ episode }, index) => episode.steps.map(() => values[index] ?? 0))
  return { rewards: onEachStep(outcomes), advantages: onEachStep(advantages) }
}
