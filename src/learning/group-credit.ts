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
   * [episodes][steps][m] of what the judge wrote; empty where no judge was asked, nothing for an invalid step; `null` where
   * nothing is known of it.
   */
  readonly judgeRewards: readonly (readonly (readonly (number | null)[])[])[]
  /** [episodes][steps][m] A of the reward model; `null` where the reward is. */
  readonly judgeAdvantages: readonly (readonly (readonly (number | null)[])[])[]
}
