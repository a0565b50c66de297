/** Laws of votes and tests that are all alike: values without variance are never divided by it. */
import fc from 'fast-check'
import type { Vote } from '../../../reward/votes.ts'
import { coarseNumbers, outcomes, stepVotes } from '../cases/arbitraries.ts'
import { episodeWith, type VoteCase } from '../cases/cases.ts'
import { law, type FormulationLaw, type LawSubject } from '../cases/law.ts'
import { votedAlone } from '../cases/voted-alone.ts'
import { distinctTexts, numberText, voteTable, votesText } from '../cases/tables.ts'
import { nth } from '../../../math/nth.ts'

const source = 'a deviation of 0, or of rounding, is no measure: what is divided by it, or by a tiny floor, has no size'

/** Factor by which equal values may exceed unequal ones. */
const most = 100

const cases: fc.Arbitrary<VoteCase> = fc.record({
  outcome: outcomes,
  votes: stepVotes,
  reward: fc.oneof(coarseNumbers, fc.double({ min: -2, max: 2, noNaN: true })),
})

const alike = ({ votes }: VoteCase): readonly Vote[] => votes.map(() => nth(votes, 0))

/** One vote of each kind among the same number, or more. */
const mixed = ({ votes }: VoteCase): readonly Vote[] => [1, -1, 0, ...votes]

const stepRewardOf = ({ stepReward }: LawSubject, { outcome }: VoteCase, votes: readonly Vote[]): number => {
  const { group, step, progress } = votedAlone(outcome, votes)
  return stepReward(nth(group, 0), step, progress)
}

const largest = (values: readonly number[]): number => Math.max(...values.map(Math.abs))

const unanimous = (
  text: Pick<FormulationLaw, 'name' | 'statement' | 'part'>,
  sizeOf: (subject: LawSubject, one: VoteCase, votes: readonly Vote[]) => number,
): FormulationLaw =>
  law<VoteCase>({
    ...text,
    source,
    cases: () => cases,
    show: voteTable,
    find: (subject, one) => {
      const [found, other] = [sizeOf(subject, one, alike(one)), sizeOf(subject, one, mixed(one))]
      const bound = most * (1 + other + Math.abs(one.reward))
      return found <= bound
        ? null
        : {
            table: voteTable({ ...one, votes: alike(one) }),
            expected: `at most ${distinctTexts(bound, found)[0]}: of ${votesText(mixed(one))} it is ${numberText(other)}`,
            found: distinctTexts(bound, found)[1],
          }
    },
  })

export const unanimityLaws: readonly FormulationLaw[] = [
  unanimous(
    {
      name: 'unanimous-reward-bounded',
      statement: `a step on which all votes are alike is worth no more than ${most} times what one with all kinds of votes is`,
      part: 'stepReward',
    },
    (subject, one, votes) => Math.abs(stepRewardOf(subject, one, votes)),
  ),
  unanimous(
    {
      name: 'unanimous-vote-bounded',
      statement: `votes that are all alike get no more than ${most} times what they get beside others`,
      part: 'voteRewards',
    },
    ({ voteRewards }, { reward, outcome }, votes) =>
      largest(voteRewards(reward, votes, outcome, votedAlone(outcome, votes))),
  ),
  law<{ readonly correct: readonly boolean[]; readonly ofTest: readonly boolean[]; readonly copies: number }>({
    name: 'test-copies',
    statement: 'a test that is written three times and more never gets more for it than if it is written twice',
    source,
    part: 'testRewards',
    cases: () =>
      fc.integer({ min: 1, max: 7 }).chain(programs => {
        const marks = fc.array(fc.boolean(), { minLength: programs, maxLength: programs })
        return fc.record({ correct: marks, ofTest: marks, copies: fc.integer({ min: 3, max: 12 }) })
      }),
    show: ({ correct, ofTest, copies }) => ({
      columns: ['correct', 'pass', 'copies'],
      rows: [[correct.join(' '), ofTest.join(' '), copies]],
    }),
    find: ({ testRewards }, { correct, ofTest, copies }) => {
      const of = (times: number) =>
        largest(
          testRewards(
            correct,
            Array.from({ length: times }, () => [...ofTest]),
          ).map(reward => reward ?? 0),
        )
      const [twice, often] = [of(2), of(copies)]
      return often <= twice * (1 + 1e-6) + 1e-6
        ? null
        : {
            table: {
              columns: ['correct', 'pass', 'copies', '|R|'],
              rows: [2, copies].map(times => [correct.join(' '), ofTest.join(' '), times, numberText(of(times))]),
            },
            expected: `at most ${distinctTexts(twice, often)[0]}`,
            found: distinctTexts(twice, often)[1],
          }
    },
  }),
  law<VoteCase>({
    name: 'hole-own-votes',
    statement: "where another step has no votes a step's own count as they do where it has some",
    source: "RLAnything, arXiv 2602.02488: its authors' code closes the ranks over steps without votes",
    part: 'stepReward',
    cases: () => cases,
    show: voteTable,
    find: ({ stepReward }, { outcome, votes }) => {
      const after = [1, 1, 1] as const
      const rewardOf = (own: readonly Vote[], before: readonly Vote[] | null) =>
        stepReward(episodeWith(outcome, [before, own, after]), 1, { iteration: 1, iterations: 1 })
      const change = (before: readonly Vote[] | null) =>
        rewardOf(votes, before) -
        rewardOf(
          votes.map(vote => (vote === 0 ? 1 : vote === 1 ? -1 : 1)),
          before,
        )
      const [found, expected] = [change(null), change([0])]
      /* Of what its own votes are worth, not of what those before them are. */
      return Number.isFinite(found) && (Math.abs(expected) <= 1e-9 || Math.abs(found) > 1e-9)
        ? null
        : {
            table: {
              columns: ['step', 'votes'],
              rows: [
                [0, 'none'],
                [1, votesText(votes)],
                [2, votesText(after)],
              ],
            },
            expected: `R of step 1 changes with its votes, by ${numberText(expected)} if they are turned`,
            found: numberText(found),
          }
    },
  }),
]
