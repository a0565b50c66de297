/** From the rollouts of one task to how much each action and each vote counts in training. Pure. */
import type { JudgedStep, Rollout } from '../../episode.ts'
import { policyAdvantages, type SingletonRule } from '../../feedback/advantages.ts'
import { consistencyRewards, judgeAdvantages, type JudgeGroup } from '../../feedback/consistency.ts'
import { integratedReward } from '../../feedback/integrated.ts'
import type { Outcome, Vote } from '../../feedback/votes.ts'

export interface CreditOptions {
  readonly lambda: number
  /** Where the step signal comes from. */
  readonly source: 'judge' | 'planner' | 'outcome'
  readonly singleton: SingletonRule
  readonly malformedPenalty: number
  readonly group: JudgeGroup
}

/** Rewards and advantages of one group, as they are trained on and written down. */
export interface GroupCredit {
  /** [episodes][steps] R_i; `null` where the step signal could not be computed. */
  readonly rewards: readonly (readonly (number | null)[])[]
  /** [episodes][steps] A of the policy; `null` where R_i is. */
  readonly advantages: readonly (readonly (number | null)[])[]
  /** [episodes][steps][votes] R(S_ij); empty where no judge was asked, no votes for an invalid step. */
  readonly judgeRewards: readonly (readonly (readonly number[])[])[]
  /** [episodes][steps][votes] A of the reward model. */
  readonly judgeAdvantages: readonly (readonly (readonly number[])[])[]
}

/**
 * An invalid step has no reward and is no member of a group; where the judge is not the step signal, it only has no votes.
 *
 * @param group the episodes of one task, all played by one policy.
 * @throws {RangeError} if a step that needs votes has none.
 */
export function creditGroup(group: readonly Rollout[], options: CreditOptions): GroupCredit {
  const { lambda, source, singleton, malformedPenalty } = options
  const rewards = group.map(rollout =>
    rollout.episode.steps.map((_, step) => {
      const votes = signal(rollout, step, source)
      return votes === null ? null : integratedReward(outcomeOf(rollout), votes, lambda)
    }),
  )
  const judgeRewards = group.map(({ judged }, episode) =>
    judged.map((step, index) => {
      const [reward, votes] = [rewards[episode]![index]!, valuesOf(step)]
      return reward === null || votes === null ? [] : consistencyRewards(reward, votes, malformedPenalty)
    }),
  )
  return {
    rewards,
    advantages: policyAdvantages(rewards, singleton),
    judgeRewards,
    judgeAdvantages: judgeAdvantages(judgeRewards, options.group),
  }
}

export const outcomeOf = ({ episode }: Rollout): Outcome => (episode.won ? 1 : -1)

/** The votes on a step; `null` where they could not be computed. */
export const valuesOf = (step: JudgedStep): readonly Vote[] | null =>
  step.kind === 'invalid' ? null : step.votes.map(({ value }) => value)

/** The step signal as votes, `null` if it could not be computed; with the outcome alone a vote of 0, which adds nothing. */
function signal(rollout: Rollout, step: number, source: CreditOptions['source']): readonly Vote[] | null {
  switch (source) {
    case 'judge': {
      const judged = rollout.judged[step]
      return judged === undefined ? [] : valuesOf(judged)
    }
    case 'planner':
      return [rollout.episode.steps[step]!.label.good ? 1 : -1]
    case 'outcome':
      return [0]
  }
}
