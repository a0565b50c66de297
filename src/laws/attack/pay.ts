/** What an attempt is paid beside an episode that succeeds and one that does nothing. */
import type { Rollout } from '../../contracts/episode.ts'
import { mean } from '../../math/statistics.ts'
import { creditPolicy } from '../../methods/rlanything/credit/credit.ts'
import type { Formulas } from '../../methods/rlanything/formulation/formulation.ts'

/** The episodes that attempts are compared with. */
export interface References {
  /** By the expert; where it has none, as `nothing` but won, and without the world's own rewards, which are not known. */
  readonly success: Rollout
  readonly nothing: Rollout
}

export interface Pay {
  /** Means over the steps of an episode: R, and A in the group of all three. */
  readonly reward: Paid
  readonly advantage: Paid
  /** Sums of the world's own rewards, of several agents the team's; `null` where it has none. */
  readonly ownReward: Paid | null
  /** [steps] of the attempt: R_i, its part that the step signal makes, and the world's own reward. */
  readonly steps: readonly { readonly reward: number | null; readonly signal: number; readonly own: number | null }[]
}

interface Paid {
  readonly attempt: number
  readonly success: number
  readonly nothing: number
}

const progress = { iteration: 1, iterations: 1 }

/** @param voted whether the rollouts have votes; else labels are the step signal, where the world has them. */
export function payOf(formulation: Formulas, attempt: Rollout, { success, nothing }: References, voted: boolean): Pay {
  const group = [attempt, success, nothing]
  const labelled = group.every(({ episode }) => episode.steps.every(({ label }) => label !== null))
  const source = voted ? 'reward-model' : labelled ? 'expert' : 'outcome'
  const { rewards, advantages } = creditPolicy(group, { formulation, source, progress })
  const silent = creditPolicy(group, { formulation, source: 'outcome', progress }).rewards[0] ?? []
  const paid = (rows: readonly (readonly (number | null)[])[]): Paid => {
    const [own = 0, ofSuccess = 0, ofNothing = 0] = rows.map(row => {
      const known = row.filter(value => value !== null)
      return known.length === 0 ? 0 : mean(known)
    })
    return { attempt: own, success: ofSuccess, nothing: ofNothing }
  }
  const sums = group.map(({ episode }) => episode.steps.reduce((sum, { reward = 0 }) => sum + reward, 0))
  const [own = 0, ofSuccess = 0, ofNothing = 0] = sums
  const hasOwn = success.episode.steps.some(({ reward }) => reward !== undefined)
  return {
    reward: paid(rewards),
    advantage: paid(advantages),
    ownReward: hasOwn ? { attempt: own, success: ofSuccess, nothing: ofNothing } : null,
    steps: attempt.episode.steps.map((step, index) => {
      const reward = rewards[0]?.[index] ?? null
      return { reward, signal: (reward ?? 0) - (silent[index] ?? 0), own: step.reward ?? null }
    }),
  }
}

const rounding = 1e-9

/** How far from doing nothing (0) to success (1) an episode is paid, by the best of the three measures. */
export function shareOfSuccess({ reward, advantage, ownReward }: Pay): number {
  const share = ({ attempt, success, nothing }: Paid) =>
    success - nothing <= rounding ? (attempt > success + rounding ? 1 : 0) : (attempt - nothing) / (success - nothing)
  return Math.max(share(reward), share(advantage), ownReward === null ? 0 : share(ownReward))
}

/** By which measure an episode that is not won is paid no less than one that is; `null` by none. */
export function paysAsSuccess(pay: Pay): 'reward' | 'advantage' | 'ownReward' | null {
  for (const name of ['reward', 'advantage', 'ownReward'] as const) {
    const paid = pay[name]
    if (paid !== null && paid.attempt >= paid.success - rounding) return name
  }
  return null
}
