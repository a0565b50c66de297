/** Rewards and advantages of an episode, step by step; arrays of the observer are [T][m]. */
export interface EpisodeFeedback {
  readonly rewards?: readonly (number | null)[]
  readonly advantages?: readonly (number | null)[]
  readonly noteRewards?: readonly (readonly (number | null)[])[]
  readonly noteAdvantages?: readonly (readonly (number | null)[])[]
  /** Of tests, where they were tried. */
  readonly passShares?: readonly (readonly PassShares[])[]
  /** [T] in trainings. */
  readonly ages?: readonly number[]
  readonly noteAges?: readonly (number | null)[]
}

/** Shares in [0, 1] of a group's programs that a test passes; `null` where there is no such program. */
export interface PassShares {
  readonly correct: number | null
  readonly incorrect: number | null
}
