/** From the rollouts of one task to how much each action and each vote counts in training. Pure. */
import type { Rollout } from '../../episode.ts'
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
  /** [episodes][steps] R_i. */
  readonly rewards: readonly (readonly number[])[]
  /** [episodes][steps] A of the policy. */
  readonly advantages: readonly (readonly number[])[]
  /** [episodes][steps][votes] R(S_ij); empty where no judge was asked. */
  readonly judgeRewards: readonly (readonly (readonly number[])[])[]
  /** [episodes][steps][votes] A of the reward model. */
  readonly judgeAdvantages: readonly (readonly (readonly number[])[])[]
}

/**
 * @param group the episodes of one task, all played by one policy.
 * @throws {RangeError} if a step that needs votes has none.
 */
export function creditGroup(group: readonly Rollout[], options: CreditOptions): GroupCredit {
  const { lambda, source, singleton, malformedPenalty } = options
  const rewards = group.map(rollout =>
    rollout.episode.steps.map((_, step) => integratedReward(outcomeOf(rollout), signal(rollout, step, source), lambda)),
  )
  const judgeRewards = group.map((rollout, episode) =>
    rollout.judged.map(({ votes }, step) =>
      consistencyRewards(
        rewards[episode]![step]!,
        votes.map(({ value }) => value),
        malformedPenalty,
      ),
    ),
  )
  return {
    rewards,
    advantages: policyAdvantages(rewards, singleton),
    judgeRewards,
    judgeAdvantages: judgeAdvantages(judgeRewards, options.group),
  }
}

export const outcomeOf = ({ episode }: Rollout): Outcome => (episode.won ? 1 : -1)

export const votesOf = ({ judged }: Rollout): readonly (readonly Vote[])[] =>
  judged.map(({ votes }) => votes.map(({ value }) => value))

/** The step signal as votes; with the outcome alone a vote of 0, which adds nothing. */
function signal(rollout: Rollout, step: number, source: CreditOptions['source']): readonly Vote[] {
  switch (source) {
    case 'judge':
      return rollout.judged[step]?.votes.map(({ value }) => value) ?? []
    case 'planner':
      return [rollout.episode.steps[step]!.label.good ? 1 : -1]
    case 'outcome':
      return [0]
  }
}
