/** Rewards and advantages of each action and of each vote on it. Pure. */
import { observerNotes, type Rollout } from '../../../contracts/episode.ts'
import { creditGroup, requireLike, type CreditOptions } from './credit.ts'
import { outcomeOf, valuesOf } from '../../../reward/outcome.ts'
import type { Outcome, Vote } from '../../../reward/votes.ts'
import { zip } from '../../../math/zip.ts'
import type { GroupCredit, PolicyCredit } from '../../../learning/group-credit.ts'
import type { Formulas, VotedStep } from '../formulation/formulation.ts'

/**
 * An invalid step has no reward and is no member of a group; where the reward model is not the step signal, it only has no votes.
 *
 * @param rollouts the episodes of one task, all played by one policy.
 * @throws what `creditPolicy` throws, of the parts about votes as well.
 */
export function creditVotes(rollouts: readonly Rollout[], options: CreditOptions): GroupCredit {
  const { group, ...policy } = creditGroup(rollouts, options)
  const { formulation, progress } = options
  const notes = creditNotes(rollouts, policy.rewards, {
    ...formulation,
    voteRewards: (reward, votes, outcome, at) =>
      formulation.voteRewards(reward, votes, outcome, { ...at, group, progress }),
  })
  return { ...policy, ...notes }
}

/** The parts about votes. */
interface NoteFormulas extends Pick<Formulas, 'name' | 'voteAdvantages'> {
  readonly voteRewards: (
    reward: number,
    votes: readonly Vote[],
    outcome: Outcome,
    at: Pick<VotedStep, 'episode' | 'step'>,
  ) => readonly number[]
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
  formulation: NoteFormulas,
): Pick<GroupCredit, 'noteRewards' | 'noteAdvantages'> {
  const played = zip(rollouts, rewards).map(([rollout, ofSteps]) => ({
    outcome: outcomeOf(rollout),
    steps: observerNotes(rollout).map((step, index) => {
      const reward = ofSteps[index] ?? null
      return { reward, votes: reward === null ? [] : (valuesOf(step) ?? []) }
    }),
  }))
  const votes = played.map(({ steps }) => steps.map(step => step.votes))
  const noteRewards = played.map(({ outcome, steps }, episode) =>
    steps.map(({ reward, votes: ofStep }, step) =>
      reward === null || ofStep.length === 0 ? [] : formulation.voteRewards(reward, ofStep, outcome, { episode, step }),
    ),
  )
  requireLike(formulation.name, 'voteRewards', noteRewards.flat(), votes.flat())
  const noteAdvantages = formulation.voteAdvantages(noteRewards)
  requireLike(formulation.name, 'voteAdvantages', noteAdvantages.flat(), votes.flat())
  return { noteRewards, noteAdvantages }
}
