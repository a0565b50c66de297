/** Calls of each part that share some of their arguments, so that state kept from one shows in the next. */
import fc from 'fast-check'
import type { Outcome, Vote } from '../../../reward/votes.ts'
import type {
  ByStep,
  ByVote,
  GroupEpisode,
  TrainingProgress,
  Part,
  VotedStep,
} from '../../../methods/rlanything/formulation/formulation.ts'
import type { Change } from '../../../curriculum/acceptance/change.ts'
import { coarseNumbers, counts, tokenLogprobs } from '../cases/arbitraries.ts'
import { moments, rewardedGroups, stepsOfEpisodes, votedGroups } from '../cases/cases.ts'
import type { Table } from '../cases/law.ts'
import { nth } from '../../../math/nth.ts'
import { groupTable, numberText, stepTable, voteTable } from '../cases/tables.ts'
import { familiesOf, formulaText, type FormulaCall } from './call.ts'
import { testCases, testTable } from './test-rewards.ts'

const opposite = (outcome: Outcome): Outcome => (outcome === 1 ? -1 : 1)
const negated = (vote: Vote): Vote => (vote === 1 ? -1 : vote === -1 ? 1 : 0)

type StepGiven = [GroupEpisode, number, TrainingProgress]

const steps = fc
  .tuple(stepsOfEpisodes, fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }), moments, moments)
  .map(([{ episode, step }, missing, progress, later]): StepGiven[] => {
    const { length } = episode.votes
    const votes = episode.votes.map((ofStep, index) => (index !== step && missing[index] === 0 ? null : ofStep))
    const known = { ...episode, votes }
    const other = (step + 1) % length
    return [
      [known, step, progress],
      [known, step, later],
      [{ ...known, outcome: opposite(known.outcome) }, step, progress],
      [{ ...known, votes: known.votes.map(each => each?.map(negated) ?? null) }, step, progress],
      ...(known.votes[other] === null ? [] : [[known, other, progress] satisfies StepGiven]),
    ]
  })

const ofStepReward = familiesOf(
  {
    part: 'stepReward',
    ask: ({ stepReward }, ...given: StepGiven) => stepReward(...given),
    show: (episode, step, progress) => stepTable({ episode, step, progress }),
    turn: {
      given: (episode, step, progress): StepGiven => [
        { ...episode, votes: episode.votes.map(votes => votes?.toReversed() ?? null) },
        step,
        progress,
      ],
      value: reward => reward,
    },
  },
  steps,
)

type GroupGiven = [ByStep, readonly GroupEpisode[], TrainingProgress]

const groups = fc
  .tuple(
    fc.oneof(rewardedGroups({ holes: true }), rewardedGroups(), rewardedGroups({ alike: true, most: 12 })),
    moments,
    moments,
    coarseNumbers,
  )
  .map(([{ rewards, group }, progress, later, by]): GroupGiven[] => {
    const changed = (change: (reward: number, episode: number) => number) =>
      rewards.map((row, episode) => row.map(reward => (reward === null ? null : change(reward, episode))))
    return [
      [rewards, group, progress],
      [changed(reward => by - reward), group, progress],
      [rewards, group, later],
      [changed((reward, episode) => reward + (episode % 2) * by), group, progress],
    ]
  })

const ofAdvantages = familiesOf(
  {
    part: 'advantages',
    ask: ({ advantages }, ...given: GroupGiven) => advantages(...given),
    show: (rewards, group) => groupTable(group, { R: rewards }),
    turn: {
      given: (rewards, group, progress): GroupGiven => [rewards.toReversed(), group.toReversed(), progress],
      value: found => found.toReversed(),
    },
  },
  groups,
)

type VotesGiven = [number, readonly Vote[], Outcome, VotedStep]

const ofVoteRewards = familiesOf(
  {
    part: 'voteRewards',
    ask: ({ voteRewards }, ...given: VotesGiven) => voteRewards(...given),
    show: (reward, votes, outcome) => voteTable({ reward, votes, outcome }),
    turn: {
      given: (reward, votes, outcome, { group, episode, ...at }): VotesGiven => [
        reward,
        votes.toReversed(),
        outcome,
        { ...at, group: group.toReversed(), episode: group.length - 1 - episode },
      ],
      value: found => found.toReversed(),
    },
  },
  fc
    .tuple(coarseNumbers, coarseNumbers, votedGroups, fc.nat(), fc.nat(), moments)
    .map(([reward, other, group, drawnEpisode, drawnStep, progress]): VotesGiven[] => {
      const episode = drawnEpisode % group.length
      const { outcome, votes } = nth(group, episode)
      const step = drawnStep % votes.length
      const ofStep = nth(votes, step) ?? []
      const at = { episode, step, group, progress }
      const turned = group.map(each => ({ ...each, outcome: opposite(each.outcome) }))
      return [
        [reward, ofStep, outcome, at],
        [other, ofStep, outcome, at],
        [reward, ofStep, opposite(outcome), { ...at, group: turned }],
        [reward, ofStep.map(negated), outcome, at],
      ]
    }),
)

type TestsGiven = [readonly boolean[], readonly (readonly boolean[])[]]

const ofTestRewards = familiesOf(
  {
    part: 'testRewards',
    ask: ({ testRewards }, ...given: TestsGiven) => testRewards(...given),
    show: (correct, passes) => testTable({ correct, passes }),
    turn: {
      given: (correct, passes): TestsGiven => [
        correct.toReversed(),
        passes.map(ofTest => ofTest.toReversed()).toReversed(),
      ],
      value: found => found.toReversed(),
    },
  },
  testCases.map(({ correct, passes }): TestsGiven[] => [
    [correct, passes],
    [correct, passes.map(ofTest => ofTest.map(yes => !yes))],
    [correct.map(() => true), passes],
    [correct.map(yes => !yes), passes],
  ]),
)

const reversed = (values: ByVote): ByVote => values.map(row => row.map(votes => votes.toReversed())).toReversed()

const ofVoteAdvantages = familiesOf(
  {
    part: 'voteAdvantages',
    ask: ({ voteAdvantages }, rewards: ByVote) => voteAdvantages(rewards),
    show: (rewards: ByVote) => ({
      columns: ['episode', 'step', 'R(S)'],
      rows: rewards.flatMap((row, episode) =>
        row.map((votes, step) => [episode, step, votes.map(numberText).join(', ')]),
      ),
    }),
    turn: { given: (rewards: ByVote): [ByVote] => [reversed(rewards)], value: reversed },
  },
  fc
    .tuple(
      fc.array(fc.array(fc.array(coarseNumbers, { maxLength: 5 }), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 6,
      }),
      coarseNumbers,
    )
    .map(([rewards, by]): [ByVote][] => [
      [rewards],
      [rewards.map(row => row.map(votes => votes.map(value => by - value)))],
      [rewards.map((row, episode) => row.map(votes => votes.map(value => value + (episode % 2) * by)))],
    ]),
)

const bands = fc.constantFrom({ low: 0.2, high: 0.8 }, { low: 0.1, high: 0.9 }, { low: 0.4, high: 0.6 })

const ofAcceptance = familiesOf(
  {
    part: 'accepts',
    ask: ({ accepts }, change: Change) => accepts(change),
    show: (change: Change): Table => ({ columns: ['asked for'], rows: [[formulaText(change)]] }),
  },
  fc
    .tuple(counts(16), counts(16), bands, bands)
    .map(([current, proposed, band, other]): [Change][] => [
      [{ direction: 'harder', current, proposed, band }],
      [{ direction: 'easier', current, proposed, band }],
      [{ direction: 'harder', current: proposed, proposed: current, band }],
      [{ direction: 'harder', current, proposed, band: other }],
    ]),
)

type SpanGiven = [Float64Array, { readonly advantage: number; readonly oldLogprobs: Float64Array }]

const ofObjective = familiesOf(
  {
    part: 'objective',
    ask: ({ rule }, ...given: SpanGiven) => rule(...given),
    show: (logprobs, { advantage, oldLogprobs }) => ({
      columns: ['token', 'log p old', 'log p', 'A'],
      rows: [...logprobs].map((now, t) => [t, numberText(oldLogprobs[t]), numberText(now), numberText(advantage)]),
    }),
  },
  fc.tuple(tokenLogprobs, coarseNumbers, coarseNumbers).map(([tokens, advantage, other]): SpanGiven[] => {
    const logprobs = Float64Array.from(tokens, ({ now }) => now)
    const oldLogprobs = Float64Array.from(tokens, ({ old }) => old)
    return [
      [logprobs, { advantage, oldLogprobs }],
      [logprobs, { advantage: other, oldLogprobs }],
      [oldLogprobs, { advantage, oldLogprobs }],
      [oldLogprobs, { advantage, oldLogprobs: logprobs }],
    ]
  }),
)

/** By part. */
export const families: Readonly<Record<Part, fc.Arbitrary<readonly FormulaCall[]>>> = {
  stepReward: ofStepReward,
  advantages: ofAdvantages,
  voteRewards: ofVoteRewards,
  testRewards: ofTestRewards,
  voteAdvantages: ofVoteAdvantages,
  accepts: ofAcceptance,
  objective: ofObjective,
}
