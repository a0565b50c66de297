/** Rewards and advantages of each action and of each vote on it. Pure. */
import { observerNotes, type Rollout } from '../../../contracts/episode.ts'
import { creditPolicy, requireLike, type CreditOptions } from './credit.ts'
import { outcomeOf, valuesOf } from '../../../reward/outcome.ts'
import { zip } from '../../../math/zip.ts'
import type { GroupCredit, PolicyCredit } from '../../../learning/group-credit.ts'
import type { Formulas } from '../formulation/formulation.ts'

/**
 * An invalid step has no reward and is no member of a group; where the judge is not the step signal, it only has no votes.
 *
 * @param rollouts the episodes of one task, all played by one policy.
 * @throws what `creditPolicy` throws, of the parts about votes as well.
 */
export function creditVotes(rollouts: readonly Rollout[], options: CreditOptions): GroupCredit {
  const policy = creditPolicy(rollouts, options)
  return { ...policy, ...creditNotes(rollouts, policy.rewards, options.formulation) }
}

/**
 * Rewards and advantages of the votes on each action.
 *
 * @param rewards [rollouts][steps] of the actions; votes on one without a reward have none.
 * @throws {Error} naming the formulation and its part, if its result is not finite or of another shape.
 */
export function creditNotes(
  rollouts: readonly Rollout[],
  rewards: PolicyCredit['rewards'],
  formulation: Formulas,
): Pick<GroupCredit, 'noteRewards' | 'noteAdvantages'> {
  const played = zip(rollouts, rewards).map(([rollout, ofSteps]) => ({
    outcome: outcomeOf(rollout),
    steps: observerNotes(rollout).map((step, index) => {
      const reward = ofSteps[index] ?? null
      return { reward, votes: reward === null ? [] : (valuesOf(step) ?? []) }
    }),
  }))
  const votes = played.map(({ steps }) => steps.map(step => step.votes))
  const judgeRewards = played.map(({ outcome, steps }) =>
    steps.map(step =>
      step.reward === null || step.votes.length === 0 ? [] : formulation.voteRewards(step.reward, step.votes, outcome),
    ),
  )
  requireLike(formulation.name, 'voteRewards', judgeRewards.flat(), votes.flat())
  const judgeAdvantages = formulation.voteAdvantages(judgeRewards)
  requireLike(formulation.name, 'voteAdvantages', judgeAdvantages.flat(), votes.flat())
  return { noteRewards: judgeRewards, noteAdvantages: judgeAdvantages }
}
