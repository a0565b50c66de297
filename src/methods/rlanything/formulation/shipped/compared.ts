/** Formulations that pay a vote by outcomes of episodes, without regard to R_i. */
import { mean } from '../../../../math/statistics.ts'
import { consistencyRewards } from '../../../../reward/verdicts/consistency.ts'
import type { Formulation, GroupEpisode, VotedStep } from '../formulation.ts'
import { potentialShaping, type ShapingOptions } from './signals.ts'

export interface ComparedOptions {
  /** ≥ 0; at 2 it never pays to be malformed. */
  readonly malformedPenalty?: number
}

/**
 * R(S_ij) = (O − Ō) · S_ij, with Ō the mean outcome of the group's other episodes that stood before the same observation as
 * the step; 0 without one. On average a vote is paid by the action's advantage, not by how good the situation was, where equal
 * observations are equal situations.
 */
export const anchored = ({ malformedPenalty = 2 }: ComparedOptions = {}): Formulation =>
  comparedWith('anchored', malformedPenalty, ({ episode, step, group }) => {
    const anchor = group[episode]?.anchorObservations[step]
    return group.filter(
      ({ anchorObservations }, other) => other !== episode && anchorObservations.some(seen => seen === anchor),
    )
  })

/**
 * R(S_ij) = (O − Ō) · S_ij, with Ō the mean outcome of the group's other episodes; 0 without one.
 * Source: the baseline of RLOO, Ahmadian et al., arXiv 2402.14740, here for votes.
 */
export const leaveOneOut = ({ malformedPenalty = 2 }: ComparedOptions = {}): Formulation =>
  comparedWith('leave-one-out', malformedPenalty, ({ episode, group }) => group.filter((_, other) => other !== episode))

/**
 * R(S_ij) = (O − Σ_{k≠j} S_ik / m) · S_ij, m/4 times what the vote, against its opposite, takes off the squared error (O − S̄_i)²: on
 * average it pays to praise a step in m votes as often as it is won, a little more decidedly, whatever the others are. Votes paid by R_i
 * are paid for agreeing with each other instead, and a reward model that can hardly tell ends with one verdict.
 * Source: the score of Brier, Verification of forecasts expressed in terms of probability, Monthly Weather Review 78 (1950), as a
 * difference reward of each vote.
 */
export const brier = ({ malformedPenalty = 2 }: ComparedOptions = {}): Formulation => ({
  name: 'brier',
  voteRewards: (_, votes, outcome) => {
    const sum = votes.reduce<number>((total, vote) => total + vote, 0)
    return votes.map(vote => (vote === 0 ? -malformedPenalty : (outcome - (sum - vote) / votes.length) * vote))
  },
  claims: { truth: 'outcome' },
})

function comparedWith(
  name: string,
  malformedPenalty: number,
  othersOf: (at: VotedStep) => readonly GroupEpisode[],
): Formulation {
  return {
    name,
    voteRewards: (_, votes, outcome, at) => {
      const others = othersOf(at).map(episode => episode.outcome)
      return consistencyRewards(others.length === 0 ? 0 : outcome - mean(others), votes, malformedPenalty)
    },
    claims: { truth: 'group' },
  }
}

/**
 * R_i = O + w (γ S̄_i − S̄_{i−1}), as `potentialShaping`, and R(S_ij) = O · S_ij: votes estimate how the episode will end, and the
 * policy is paid for raising the estimate.
 *
 * @throws {RangeError} as `potentialShaping`.
 */
export function votesAsPotential({
  weight = 0.4,
  malformedPenalty = 2,
  ...shaping
}: ShapingOptions & ComparedOptions = {}): Formulation {
  const { claims, ...shaped } = potentialShaping({ weight, ...shaping })
  return {
    ...shaped,
    name: 'votes as potential',
    voteRewards: (_, votes, outcome) => consistencyRewards(outcome, votes, malformedPenalty),
    claims: { ...claims, truth: 'outcome' },
  }
}
