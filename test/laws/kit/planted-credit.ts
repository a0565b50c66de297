/** Faults of credit: what is not known taken as 0, outcomes discounted from the wrong end, outcomes that reach one step alone. */
import type { ByStep, ByVote, Formulas, GroupEpisode } from '../../../src/methods/rlanything/formulation/formulation.ts'
import { policyAdvantages } from '../../../src/learning/segments/advantages.ts'
import { integratedReward } from '../../../src/reward/integrated.ts'
import { mean, populationStandardDeviation, standardise } from '../../../src/math/statistics.ts'
import type { Vote } from '../../../src/reward/votes.ts'
import type { LawSubject } from '../../../src/laws/formulation/cases/law.ts'
import { clipped } from '../../../src/losses/clipped.ts'
import { nth } from '../../../src/math/nth.ts'
import { clip, fault, right, type PlantedFault } from './planted-fault.ts'

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const known = <T>(values: readonly (T | null)[]): T[] => values.filter(value => value !== null)
/** 0 where there is nothing. */
const meanOrNothing = (values: readonly number[] | null | undefined): number =>
  values === null || values === undefined || values.length === 0 ? 0 : mean(values)

type Part<Name extends keyof Formulas> = Pick<Formulas, Name>

const reward = (of: (episode: GroupEpisode, step: number, votes: readonly Vote[]) => number): Part<'stepReward'> => ({
  stepReward: (episode, step) => of(episode, step, episode.votes[step] ?? []),
})

/** The outcome weighed by its place, beside the mean vote. */
const weighed = (weight: (step: number, steps: number, votes: readonly Vote[]) => number): Part<'stepReward'> => ({
  stepReward: ({ outcome, votes }, step) => {
    const own = votes[step] ?? []
    return outcome * weight(step, votes.length, own) + mean(own)
  },
})

/** Advantages of the right formulation, changed by place. */
const scaled = (weight: (step: number, steps: number, episode: GroupEpisode) => number): Part<'advantages'> => ({
  advantages: (rewards, group, progress) =>
    right
      .advantages(rewards, group, progress)
      .map((row, episode) =>
        row.map((value, step) => (value === null ? null : value * weight(step, row.length, nth(group, episode)))),
      ),
})

/** One number for each episode, and for each of its steps that has a reward. */
const byEpisode = (of: (rewards: ByStep, group: readonly GroupEpisode[]) => readonly number[]): Part<'advantages'> => ({
  advantages: (rewards, group) => {
    const values = of(rewards, group)
    return rewards.map((row, episode) => row.map(value => (value === null ? null : nth(values, episode))))
  },
})

/** A return of each step, less the mean of all. */
const returns = (of: (row: readonly number[], step: number) => number): Part<'advantages'> => ({
  advantages: rewards => {
    const found = rewards.map(row =>
      row.map((value, step) =>
        value === null
          ? null
          : of(
              row.map(each => each ?? 0),
              step,
            ),
      ),
    )
    const all = known(found.flat())
    const centre = all.length === 0 ? 0 : mean(all)
    const spread = all.length === 0 ? 0 : populationStandardDeviation(all)
    return found.map(row => row.map(value => (value === null ? null : spread > 1e-8 ? (value - centre) / spread : 0)))
  },
})

const overVotes = (of: (rewards: ByVote) => number): Part<'voteAdvantages'> => ({
  voteAdvantages: rewards => {
    const centre = of(rewards)
    return rewards.map(row => row.map(votes => votes.map(value => value - centre)))
  },
})

export const plantedUnknowns: readonly PlantedFault[] = [
  fault(
    'a step without votes is worth the outcome alone',
    'no-votes-no-reward',
    reward(({ outcome }, _, votes) => outcome + meanOrNothing(votes)),
  ),
  fault(
    'a step without votes is worth 0',
    'no-votes-no-reward',
    reward(({ outcome }, _, votes) => (votes.length === 0 ? 0 : outcome + mean(votes))),
  ),
  fault(
    'a step without votes has a malformed one',
    'no-votes-no-reward',
    reward(({ outcome }, _, votes) => integratedReward(outcome, votes.length === 0 ? [0] : votes, 1)),
  ),
  fault(
    'the denominator is at least 1',
    'no-votes-no-reward',
    reward(({ outcome }, _, votes) => outcome + sum(votes) / Math.max(1, votes.length)),
  ),
  fault(
    'a step without votes has those of the step before',
    'no-votes-no-reward',
    reward(
      ({ outcome, votes }, step) => outcome + meanOrNothing(votes.slice(0, step + 1).findLast(each => each?.length)),
    ),
  ),
  fault('steps without votes count 0 in the mean of the episode', 'no-votes-no-mean', {
    stepReward: ({ outcome, votes }) => outcome + mean(votes.map(meanOrNothing)),
  }),
  fault('the votes of an episode are divided by those it should have', 'no-votes-no-mean', {
    stepReward: ({ outcome, votes }) =>
      outcome + sum(known(votes).flat()) / (votes.length * nth(known(votes), 0).length),
  }),
  fault(
    'a missing reward counts 0 in the mean of its episode',
    'no-reward-is-no-zero',
    byEpisode(rewards => standardise(rewards.map(row => mean(row.map(value => value ?? 0))))),
  ),
  fault(
    'the rewards of an episode are divided by all of its steps',
    'no-reward-is-no-zero',
    byEpisode(rewards => {
      const playing = rewards.filter(row => known(row).length > 0)
      const means = rewards.map(row => sum(known(row)) / row.length)
      return means.map(value => value - meanOrNothing(playing.map(row => sum(known(row)) / row.length)))
    }),
  ),
  fault('missing rewards are in the size of the group', 'no-reward-is-no-zero', {
    advantages: rewards =>
      rewards.map(row =>
        row.map((value, step) => {
          const reaching = rewards.filter(({ length }) => length > step).map(other => other[step] ?? 0)
          return value === null ? null : value - mean(reaching)
        }),
      ),
  }),
  fault(
    'an episode without rewards is in the baseline',
    'hole-unplayed',
    byEpisode(rewards => {
      const means = rewards.map(row => meanOrNothing(known(row)))
      return means.map(value => value - mean(means))
    }),
  ),
  fault(
    'the others of leave-one-out are all that were to be played',
    'hole-unplayed',
    byEpisode(rewards => {
      const means = rewards.map(row => meanOrNothing(known(row)))
      return means.map(value => (rewards.length < 2 ? 0 : value - (sum(means) - value) / (rewards.length - 1)))
    }),
  ),
  fault(
    'the outcomes of episodes without rewards are in the baseline',
    'hole-unplayed',
    byEpisode((rewards, group) => {
      const baseline = mean(group.map(({ outcome }) => outcome))
      return rewards.map(row => meanOrNothing(known(row)) - baseline)
    }),
  ),
  fault(
    'a deviation is over the episodes that were to be played',
    'hole-unplayed',
    byEpisode(rewards => standardise(rewards.map(row => meanOrNothing(known(row))))),
  ),
  fault(
    'steps without votes count 0 in the mean of votes',
    'no-vote-is-no-zero',
    overVotes(rewards => mean(rewards.flatMap(row => row.map(meanOrNothing)))),
  ),
  fault(
    'steps without votes are in the number of steps',
    'no-vote-is-no-zero',
    overVotes(rewards => sum(rewards.flat().map(meanOrNothing)) / rewards.flat().length),
  ),
  fault('a task that was not played has a success rate of 0', 'unplayed-never-accepted', {
    accepts: ({ direction, current, proposed, band }) => {
      const [from, to] = [current, proposed].map(({ successes, trials }) => successes / Math.max(1, trials)) as [
        number,
        number,
      ]
      return direction === 'harder' ? band.low < to && to < from : from < to && to < band.high
    },
  }),
]

const gamma = 0.9

export const plantedWrongEnds: readonly PlantedFault[] = [
  fault(
    'the outcome is discounted from the first step',
    'outcome-from-the-end',
    weighed(step => gamma ** step),
  ),
  fault(
    'the outcome is divided by the number of the step',
    'outcome-from-the-end',
    weighed(step => 1 / (step + 1)),
  ),
  fault(
    'the outcome is divided by the steps of the episode',
    'outcome-from-the-end',
    weighed((_, steps) => 1 / steps),
  ),
  fault(
    'the outcome is divided by the root of the steps',
    'outcome-from-the-end',
    weighed((_, steps) => steps ** -0.5),
  ),
  fault(
    'the outcome is discounted by the length of the episode',
    'outcome-from-the-end',
    weighed((_, steps) => gamma ** steps),
  ),
  fault(
    'the outcome falls in a line from first to last',
    'outcome-from-the-end',
    weighed((step, steps) => (steps - step) / steps),
  ),
  fault(
    'discounts are normalised',
    'outcome-from-the-end',
    weighed((step, steps) => gamma ** (steps - 1 - step) / sum(Array.from({ length: steps }, (_, at) => gamma ** at))),
  ),
  fault(
    'later steps have more of it than there is',
    'outcome-from-the-end',
    weighed(step => gamma ** -step),
  ),
  fault(
    'advantages are discounted from the first step',
    'credit-flows-back',
    scaled(step => gamma ** step),
  ),
  fault(
    'advantages are divided by the number of the step',
    'credit-flows-back',
    scaled(step => 1 / (step + 1)),
  ),
  fault(
    'advantages are divided by the steps of the episode',
    'last-step-in-full',
    scaled((_, steps) => 1 / steps),
  ),
  fault(
    'the return is of the steps before',
    'credit-flows-back',
    returns((row, step) => sum(row.slice(0, step + 1))),
  ),
  fault(
    'the return of the steps before is discounted',
    'credit-flows-back',
    returns((row, step) => sum(row.slice(0, step + 1).map((value, at) => gamma ** (step - at) * value))),
  ),
  fault(
    'the return of an episode is discounted from each step',
    'credit-flows-back',
    returns((row, step) => gamma ** step * sum(row)),
  ),
]

const last = (step: number, steps: number): number => (step === steps - 1 ? 1 : 0)
const first = (step: number): number => (step === 0 ? 1 : 0)

export const plantedLoneSteps: readonly PlantedFault[] = [
  fault('the outcome is in the last step alone', 'outcome-reaches-every-step', weighed(last)),
  fault('the outcome is in the first step alone', 'outcome-reaches-every-step', weighed(first)),
  fault(
    'the outcome is in the middle alone',
    'outcome-reaches-every-step',
    weighed((step, steps) => (step === Math.floor(steps / 2) ? 1 : 0)),
  ),
  fault(
    'the outcome is in the last two steps alone',
    'outcome-reaches-every-step',
    weighed((step, steps) => (step >= steps - 2 ? 1 : 0)),
  ),
  fault(
    'the outcome is in all but the last step',
    'outcome-reaches-every-step',
    weighed((step, steps) => 1 - last(step, steps)),
  ),
  fault(
    'the outcome is in praised steps alone',
    'outcome-reaches-every-step',
    weighed((_step, _steps, votes) => (mean(votes) > 0 ? 1 : 0)),
  ),
  fault(
    'the outcome is in steps alone of which the votes are clear',
    'outcome-reaches-every-step',
    weighed((_step, _steps, votes) => (votes.includes(0) ? 0 : 1)),
  ),
  fault(
    'the outcome counts where the votes say nothing',
    'outcome-reaches-every-step',
    reward(({ outcome }, _, votes) => (mean(votes) === 0 ? outcome : 2 * mean(votes))),
  ),
  fault('the outcome is said to be in the last step, and left there', 'outcome-reaches-every-step', {
    ...weighed(last),
    claims: { ...right.claims, outcome: 'last-step' },
  }),
  fault(
    'every second step has the outcome',
    'outcome-reaches-every-step',
    weighed(step => (step + 1) % 2),
  ),
  fault('the last step alone has an advantage', 'advantage-reaches-every-step', scaled(last)),
  fault('the first step alone has an advantage', 'advantage-reaches-every-step', scaled(first)),
  fault(
    'praised steps alone have an advantage',
    'advantage-reaches-every-step',
    scaled((step, _, { votes }) => (meanOrNothing(votes[step]) > 0 ? 1 : 0)),
  ),
]

/** What is unusual, and right. */
export const unusual: readonly (readonly [text: string, change: Partial<LawSubject>])[] = [
  ['outcomes are discounted from the end', weighed((step, steps) => gamma ** (steps - 1 - step))],
  ['outcomes grow in a line to the last step', weighed((step, steps) => (step + 1) / steps)],
  ['steps share the outcome', { ...weighed((_, steps) => 1 / steps), claims: { outcome: 'shared' } }],
  [
    'steps share the outcome by their discounts',
    {
      ...weighed(
        (step, steps) => gamma ** (steps - 1 - step) / sum(Array.from({ length: steps }, (_, at) => gamma ** at)),
      ),
      claims: { outcome: 'shared' },
    },
  ],
  [
    'the last step has the outcome, and returns carry it back',
    {
      ...weighed(last),
      advantages: rewards =>
        policyAdvantages(
          rewards.map(row =>
            row.map((own, step) =>
              own === null ? null : sum(row.slice(step).map((value, at) => gamma ** at * (value ?? 0))),
            ),
          ),
          'drop',
        ),
      claims: { outcome: 'last-step' },
    },
  ],
  ['the votes alone', { ...reward((_episode, _step, votes) => mean(votes)), claims: {} }],
  ['votes are saturated', { ...reward(({ outcome }, _, votes) => outcome + Math.tanh(2 * mean(votes))), claims: {} }],
  [
    'the mean of all votes on an episode',
    { stepReward: ({ outcome, votes }) => outcome + mean(known(votes).map(each => mean(each))), claims: {} },
  ],
  [
    'the loss is summed over tokens',
    {
      rule: (logprobs, span) => {
        const { loss, gradient, ...rest } = clipped(logprobs, { ...clip, ...span })
        return { ...rest, loss: loss * logprobs.length, gradient: gradient.map(value => value * logprobs.length) }
      },
      claims: { overTokens: 'sum' },
    },
  ],
  ['all rewards of a group are compared', { ...returns((row, step) => nth(row, step)), claims: {} }],
]
