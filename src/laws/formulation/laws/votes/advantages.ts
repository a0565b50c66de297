/** Laws of the reward model's advantages over the votes on a group. */
import type { ByVote, Formulas } from '../../../../methods/rlanything/formulation/formulation.ts'
import { firstDifference, placed } from '../../../law/first-difference.ts'
import type { FormulationLaw } from '../../cases/law.ts'
import { differences, isCentred, isUnit, rounding } from '../../cases/numbers.ts'
import { numberText } from '../../cases/tables.ts'
import { votesByEpisode, ofVoteAdvantages, voteCases, workedVotes } from './cases.ts'

const advantagesOf = ({ voteAdvantages }: Formulas, rewards: ByVote): ByVote => voteAdvantages(rewards)

const source = 'RLAnything, arXiv 2602.02488, reward-model objective'

export const voteAdvantageLaws: readonly FormulationLaw[] = [
  ofVoteAdvantages({
    name: 'vote-advantage-shape',
    statement: 'there is an advantage for each vote',
    source,
    find: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const shape = (values: ByVote) => values.map(steps => steps.map(votes => votes.map(() => 'a number')))
      const difference = firstDifference(shape(one.rewards), shape(A))
      return difference === null ? null : workedVotes(one, A, ...placed(difference))
    },
  }),
  ofVoteAdvantages({
    name: 'vote-advantage-finite',
    statement: 'finite rewards of votes, however large, small or alike, have finite advantages',
    source: 'one advantage that is not a number makes every weight of the model one',
    cases: () => voteCases({ extreme: true }),
    find: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const odd = A.flat(2).find(value => !Number.isFinite(value))
      return odd === undefined ? null : workedVotes(one, A, 'finite numbers', String(odd))
    },
  }),
  ofVoteAdvantages({
    name: 'vote-episode-order',
    statement: 'the order of episodes, and that of the votes on a step, has no effect on the reward model',
    source: 'votes and episodes are independent samples',
    find: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const turn = (values: ByVote) => values.map(steps => steps.map(ofStep => ofStep.toReversed())).toReversed()
      const differs = differences(votesByEpisode(turn(advantagesOf(formulation, turn(one.rewards)))), votesByEpisode(A))
      return differs === null ? null : workedVotes(one, A, `in any order ${differs.expected}`, differs.found)
    },
  }),
  ofVoteAdvantages({
    name: 'vote-duplication',
    statement: 'a group in which every episode occurs twice has the same advantages of votes',
    source: `${source}; with the population's standard deviation`,
    severity: 'should',
    find: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const twice = advantagesOf(formulation, [...one.rewards, ...one.rewards]).slice(0, one.rewards.length)
      const differs = differences(votesByEpisode(twice), votesByEpisode(A))
      /* One vote alone has none to be compared with; doubled it has. */
      return differs === null || one.rewards.flat(2).length < 2
        ? null
        : workedVotes(one, A, `doubled, too, ${differs.expected}`, differs.found)
    },
  }),
  ofVoteAdvantages({
    name: 'vote-centred',
    statement: 'the advantages of votes have mean 0 and variance 1, or are all 0, over what the formulation claims',
    source,
    claim: { votes: { over: 'step' } },
    find: (formulation, one) => {
      const over = formulation.claims.votes?.over ?? 'task'
      const A = advantagesOf(formulation, one.rewards)
      const wrong = poolsOf(A, over).find(
        pool => !(isCentred(pool) && (pool.every(value => value === 0) || isUnit(pool))),
      )
      return wrong === undefined
        ? null
        : workedVotes(one, A, `mean 0 and variance 1, or all 0, over each ${over}`, wrong.map(numberText).join(', '))
    },
  }),
  ofVoteAdvantages({
    name: 'vote-no-variance',
    statement: 'votes that are all rewarded alike teach the reward model nothing',
    source,
    cases: () => voteCases({ alike: true }),
    find: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const odd = A.flat(2).find(value => Math.abs(value) > rounding)
      return odd === undefined ? null : workedVotes(one, A, '0 throughout', numberText(odd))
    },
  }),
]

function poolsOf(values: ByVote, over: 'step' | 'step-index' | 'task'): readonly (readonly number[])[] {
  const longest = Math.max(...values.map(({ length }) => length))
  const pools =
    over === 'step'
      ? values.flat()
      : over === 'task'
        ? [values.flat(2)]
        : Array.from({ length: longest }, (_, step) => values.flatMap(steps => steps[step] ?? []))
  return pools.filter(({ length }) => length > 1)
}
