/** Laws of the integrated reward of a step. */
import fc from 'fast-check'
import type { Outcome, Vote } from '../../../reward/votes.ts'
import type { Formulas } from '../../../methods/rlanything/formulation/formulation.ts'
import { votes as anyVotes } from '../cases/arbitraries.ts'
import { stepCases, type StepCase } from '../cases/cases.ts'
import { law, lawsOf, type Finding, type FormulationLaw } from '../cases/law.ts'
import { rounding } from '../cases/numbers.ts'
import { distinctTexts, numberText, stepTable, votesText } from '../cases/tables.ts'
import { nth } from '../../../math/nth.ts'

/** Score of an episode that failed all the same. */
const parts = fc.integer({ min: 0, max: 7 }).map(eighths => eighths / 8)

const source = 'RLAnything, arXiv 2602.02488, integrated feedback'

const ofSteps = lawsOf<StepCase>({ part: 'stepReward', show: stepTable, cases: () => stepCases })

export const stepRewardLaws: readonly FormulationLaw[] = [
  ofSteps({
    name: 'reward-finite',
    statement: 'the reward of a step is a finite number',
    source: 'a reward that is not a number turns every advantage of its group into one',
    find: (formulation, one) => {
      const reward = rewardOf(formulation, one)
      return Number.isFinite(reward)
        ? null
        : { table: stepTable(one), expected: 'a finite number', found: String(reward) }
    },
  }),
  ofSteps({
    name: 'reward-range',
    statement: 'the reward of a step lies in the range that the formulation claims',
    source,
    claim: { rewardRange: [-2, 2] },
    find: (formulation, one) => {
      const [low, high] = formulation.claims.rewardRange ?? [-Infinity, Infinity]
      const reward = rewardOf(formulation, one)
      if (reward >= low - rounding && reward <= high + rounding) return null
      const [, found] = distinctTexts(reward < low ? low : high, reward)
      return { table: stepTable(one), expected: `in [${low}, ${high}]`, found }
    },
  }),
  ofSteps({
    name: 'outcome-monotone',
    statement: 'a step of a won episode is never worth less than the same step of the same episode lost',
    source,
    find: (formulation, one) => {
      const ended = (outcome: Outcome) => rewardOf(formulation, withEnd(one, outcome, outcome === 1 ? 1 : 0))
      return ended(1) >= ended(-1) - rounding ? null : against(one, ['won', ended(1)], ['lost', ended(-1)])
    },
  }),
  law<StepCase & { readonly done: readonly [number, number] }>({
    name: 'score-monotone',
    statement: 'a step of an episode in which more was done is never worth less than if less had been done',
    source: 'RLAnything, arXiv 2602.02488, the coding variant: the share of hidden tests passed is the reward',
    part: 'stepReward',
    cases: () => fc.tuple(stepCases, fc.tuple(parts, parts)).map(([one, done]) => ({ ...one, done })),
    show: stepTable,
    find: (formulation, one) => {
      const [less, more] = [Math.min(...one.done), Math.max(...one.done)]
      const low = rewardOf(formulation, withEnd(one, -1, less))
      const high = rewardOf(formulation, withEnd(one, -1, more))
      return high >= low - rounding
        ? null
        : against(withEnd(one, -1, more), [`${numberText(more)} done`, high], [`${numberText(less)} done`, low])
    },
  }),
  law<StepCase & { readonly place: number; readonly vote: Vote }>({
    name: 'vote-monotone',
    statement: 'a better vote on a step never lowers its reward',
    source,
    part: 'stepReward',
    cases: () =>
      fc.tuple(stepCases, fc.nat({ max: 7 }), anyVotes).map(([one, place, vote]) => ({ ...one, place, vote })),
    show: stepTable,
    find: (formulation, one) => {
      const votes = votesOf(one)
      const place = one.place % votes.length
      const [worse, better] = [Math.min(one.vote, nth(votes, place)), Math.max(one.vote, nth(votes, place))]
      const at = (vote: number) => withVotes(one, votes.with(place, vote === 1 ? 1 : vote === 0 ? 0 : -1))
      const [low, high] = [rewardOf(formulation, at(worse)), rewardOf(formulation, at(better))]
      if (high >= low - rounding) return null
      return against(one, [votesText(votesOf(at(better))), high], [votesText(votesOf(at(worse))), low])
    },
  }),
  ofSteps({
    name: 'reward-vote-order',
    statement: 'the order of the votes on a step has no effect on its reward',
    source: 'votes are independent samples',
    find: (formulation, one) => {
      const turned = withVotes(one, votesOf(one).toReversed())
      const [expected, found] = [rewardOf(formulation, one), rewardOf(formulation, turned)]
      if (Math.abs(expected - found) <= rounding) return null
      const [wanted, had] = distinctTexts(expected, found)
      return { table: stepTable(one), expected: wanted, found: `${had} turned round` }
    },
  }),
  law<StepCase & { readonly place: number }>({
    name: 'malformed-is-no-praise',
    statement: 'where praise is worth more than condemnation, a malformed vote is worth less than praise',
    source: `${source}: a malformed vote counts 0 and stays in m`,
    severity: 'should',
    part: 'stepReward',
    cases: () => fc.tuple(stepCases, fc.nat({ max: 7 })).map(([one, place]) => ({ ...one, place })),
    show: stepTable,
    find: (formulation, one) => {
      const votes = votesOf(one)
      const at = (vote: Vote) => withVotes(one, votes.with(one.place % votes.length, vote))
      const [praise, silence, blame] = [
        rewardOf(formulation, at(1)),
        rewardOf(formulation, at(0)),
        rewardOf(formulation, at(-1)),
      ]
      if (!(praise > blame + rounding) || silence < praise - rounding) return null
      return against(one, [votesText(votesOf(at(1))), praise], [votesText(votesOf(at(0))), silence], true)
    },
  }),
]

const rewardOf = ({ stepReward }: Formulas, { episode, step, progress }: StepCase): number =>
  stepReward(episode, step, progress)

const votesOf = ({ episode, step }: StepCase): readonly Vote[] => episode.votes[step] ?? []

const withEnd = (one: StepCase, outcome: Outcome, score: number): StepCase => ({
  ...one,
  episode: { ...one.episode, outcome, score },
})

const withVotes = (one: StepCase, votes: readonly Vote[]): StepCase => ({
  ...one,
  episode: { ...one.episode, votes: one.episode.votes.with(one.step, votes) },
})

/** Two rewards, each with its label, of which the first should be the higher. */
function against(
  { episode }: StepCase,
  [better, high]: readonly [string, number],
  [worse, low]: readonly [string, number],
  strict = false,
): Finding {
  const [more, less] = distinctTexts(high, low)
  return {
    table: {
      columns: ['step', 'reward'],
      rows: [
        [better, more],
        [worse, less],
      ],
    },
    expected: `${better} ${strict ? 'more than' : 'at least as much as'} ${worse}, in a ${episode.outcome === 1 ? 'won' : 'lost'} episode`,
    found: `${more} against ${less}`,
  }
}
