/** Rewards and advantages of each action and of each vote on it. Pure. */
import type { Rollout } from '../../../contracts/episode.ts'
import { creditPolicy, requireLike, type CreditOptions } from './credit.ts'
import { outcomeOf, valuesOf } from '../../../reward/outcome.ts'
import type { GroupCredit } from '../../../learning/group-credit.ts'

/**
 * An invalid step has no reward and is no member of a group; where the judge is not the step signal, it only has no votes.
 *
 * @param rollouts the episodes of one task, all played by one policy.
 * @throws what `creditPolicy` throws, of the parts about votes as well.
 */
export function creditVotes(rollouts: readonly Rollout[], options: CreditOptions): GroupCredit {
  const { formulation } = options
  const { rewards, advantages } = creditPolicy(rollouts, options)
  const votes = rollouts.map(({ judged }, episode) =>
    judged.map((step, index) => (rewards[episode]![index] === null ? [] : (valuesOf(step) ?? []))),
  )
  const judgeRewards = votes.map((steps, episode) =>
    steps.map((ofStep, index) =>
      ofStep.length === 0
        ? []
        : formulation.voteRewards(rewards[episode]![index]!, ofStep, outcomeOf(rollouts[episode]!)),
    ),
  )
  requireLike(formulation.name, 'voteRewards', judgeRewards.flat(), votes.flat())
  const judgeAdvantages = formulation.voteAdvantages(judgeRewards)
  requireLike(formulation.name, 'voteAdvantages', judgeAdvantages.flat(), votes.flat())
  return { rewards, advantages, judgeRewards, judgeAdvantages }
}
