/** Laws of the reward that each vote of the reward model gets. */
import fc from 'fast-check'
import type { Vote } from '../../../../reward/votes.ts'
import type { Formulas } from '../../../../methods/rlanything/formulation/formulation.ts'
import { lambdas, outcomes, stepVotes, validVotes } from '../../cases/arbitraries.ts'
import type { VoteCase } from '../../cases/cases.ts'
import { lawsOf, type FormulationLaw, type Table } from '../../cases/law.ts'
import { numberAt, rounding } from '../../cases/numbers.ts'
import { ofGroup, votedAlone } from '../../cases/voted-alone.ts'
import { distinctTexts, numberText, voteTable, votesText } from '../../cases/tables.ts'
import { nth } from '../../../../math/nth.ts'

/** R_i as the integrated reward makes it: of the right size for these votes. */
const integrated = (votes: fc.Arbitrary<Vote[]>): fc.Arbitrary<VoteCase> =>
  fc.tuple(outcomes, votes, lambdas).map(([outcome, of, lambda]) => ({
    outcome,
    votes: of,
    reward: outcome + (lambda * of.reduce<number>((sum, vote) => sum + vote, 0)) / of.length,
  }))

const usual = integrated(stepVotes)

const withRewards = (one: VoteCase, rewards: readonly number[]): Table => ({
  columns: [...voteTable(one).columns, 'R(S)'],
  rows: voteTable(one).rows.map(row => [...row, rewards.map(numberText).join(', ')]),
})

const rewardsOf = ({ voteRewards }: Formulas, { reward, votes, outcome }: VoteCase) =>
  voteRewards(reward, votes, outcome, votedAlone(outcome, votes))

/** The number whose sign a right vote has. */
const truthOf = ({ claims }: Formulas, { reward, outcome }: VoteCase): number =>
  claims.truth === 'outcome' ? outcome : reward

const ofVotes = lawsOf<VoteCase>({ part: 'voteRewards', show: voteTable, cases: () => usual })

const source = 'RLAnything, arXiv 2602.02488, consistency feedback'

export const voteRewardLaws: readonly FormulationLaw[] = [
  ofVotes({
    name: 'vote-reward-finite',
    statement: 'each vote on a step has a finite reward',
    source: 'a reward that is not a number turns every advantage of its group into one',
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      if (rewards.length === one.votes.length && rewards.every(Number.isFinite)) return null
      return {
        table: withRewards(one, rewards),
        expected: `${one.votes.length} finite numbers`,
        found: rewards.join(', '),
      }
    },
  }),
  ofVotes({
    name: 'vote-order',
    statement: 'the order of votes has no effect on what each gets',
    source: 'votes are independent samples',
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      const turned = rewardsOf(formulation, { ...one, votes: one.votes.toReversed() }).toReversed()
      const odd = rewards.findIndex((reward, vote) => !(Math.abs(reward - numberAt(turned, vote)) <= rounding))
      if (odd < 0) return null
      const [expected, found] = distinctTexts(rewards[odd], turned[odd])
      return { table: withRewards(one, rewards), expected: `vote ${odd} ${expected}`, found: `${found} turned round` }
    },
  }),
  ofVotes({
    name: 'consistency-sign',
    statement:
      'a vote that agrees with how the step turned out is rewarded, one that does not is punished: R(S) has the sign of R·S, or of O·S where the outcome is claimed as truth',
    source,
    inapplicable: ofGroup,
    cases: () => integrated(fc.array(validVotes, { minLength: 1, maxLength: 8 })),
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      const truth = truthOf(formulation, one)
      const odd = one.votes.findIndex(
        (vote, j) => Math.abs(truth) > rounding && !(numberAt(rewards, j) * vote * truth > 0),
      )
      if (odd < 0) return null
      const wanted = nth(one.votes, odd) * truth > 0 ? 'above 0' : 'below 0'
      return { table: withRewards(one, rewards), expected: `vote ${odd} ${wanted}`, found: numberText(rewards[odd]) }
    },
  }),
  ofVotes({
    name: 'malformed-never-pays',
    statement: 'a malformed vote never gets more than a right one',
    source,
    find: (formulation, one) =>
      comparedWithMalformed(formulation, one, truthOf(formulation, one) >= 0 ? 1 : -1, 'right'),
  }),
  ofVotes({
    name: 'malformed-not-better-than-wrong',
    statement:
      'a malformed vote never gets more than a wrong one, so that the reward model does not learn to say nothing',
    source: 'RLAnything, arXiv 2602.02488, the penalty of a malformed vote; needs one of at least 1 + λ',
    severity: 'should',
    cases: () => integrated(stepVotes),
    find: (formulation, one) => {
      const [low, high] = formulation.claims.rewardRange ?? [-2, 2]
      if (one.reward < low - rounding || one.reward > high + rounding) return null
      return comparedWithMalformed(formulation, one, truthOf(formulation, one) >= 0 ? -1 : 1, 'wrong')
    },
  }),
]

/** Replaces the last vote by a malformed one and by one of `vote`, and compares the rewards there. */
function comparedWithMalformed(formulation: Formulas, one: VoteCase, vote: Vote, what: string) {
  const last = one.votes.length - 1
  const at = (value: Vote) => ({ ...one, votes: one.votes.with(last, value) })
  const [said, silent] = [rewardsOf(formulation, at(vote))[last], rewardsOf(formulation, at(0))[last]]
  if (said !== undefined && silent !== undefined && silent <= said + rounding) return null
  return {
    table: {
      columns: ['votes', 'R of the step', 'the last one gets'],
      rows: [
        [votesText(at(vote).votes), numberText(one.reward), numberText(said)],
        [votesText(at(0).votes), numberText(one.reward), numberText(silent)],
      ],
    },
    expected: `malformed at most as much as ${what}`,
    found: distinctTexts(silent, said).join(' > '),
  }
}
