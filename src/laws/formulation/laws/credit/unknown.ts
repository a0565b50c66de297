/** Laws of unknown values: a step without votes, a reward that is missing, a task that was not played. None of them is 0. */
import fc from 'fast-check'
import type { ByStep, ByVote, GroupEpisode } from '../../../../methods/rlanything/formulation/formulation.ts'
import type { Outcome, Vote } from '../../../../reward/votes.ts'
import { nth } from '../../../../math/nth.ts'
import { coarseNumbers, counts, outcomes, stepVotes } from '../../cases/arbitraries.ts'
import { episodeWith, moments, rewardedGroups, stepCases, type StepCase } from '../../cases/cases.ts'
import { attempted } from '../../cases/attempted.ts'
import { law, lawsOf, type FormulationLaw } from '../../cases/law.ts'
import { near, pools, rounding } from '../../cases/numbers.ts'
import { distinctTexts, numberText, stepTable, votesText } from '../../cases/tables.ts'
import { advantagesOf, cases, ofAdvantages, worked, type AdvantageCase } from '../advantage-cases.ts'
import { ofVoteAdvantages, workedVotes } from '../votes/cases.ts'

const source = 'RLAnything, arXiv 2602.02488: a step without any vote has no reward, which is not 0'

const ofSteps = lawsOf<StepCase>({ part: 'stepReward', show: stepTable, cases: () => stepCases })

/** In an episode of one vote throughout, a step between two others that is not asked for. */
const betweenLikes: fc.Arbitrary<StepCase & { readonly hole: number }> = fc
  .record({
    outcome: outcomes,
    votes: stepVotes,
    steps: fc.integer({ min: 3, max: 6 }),
    places: fc.tuple(fc.nat(), fc.nat()),
    progress: moments,
  })
  .map(({ outcome, votes, steps, places: [first, second], progress }) => {
    const hole = 1 + (first % (steps - 2))
    const step = (hole + 1 + (second % (steps - 1))) % steps
    return { episode: likeEpisode(outcome, votes, steps), step, hole, progress }
  })

const likeEpisode = (outcome: Outcome, votes: readonly Vote[], steps: number): GroupEpisode =>
  episodeWith(
    outcome,
    Array.from({ length: steps }, () => votes),
  )

/** Those alone that there are, later ones moved up. */
const closed = <T>(values: readonly (T | null)[]): readonly T[] => values.filter(value => value !== null)

const closedCase = (one: AdvantageCase): AdvantageCase => {
  const kept = [...one.rewards.keys()].filter(episode => closed(nth(one.rewards, episode)).length > 0)
  return {
    ...one,
    rewards: kept.map(episode => closed(nth(one.rewards, episode))),
    group: kept.map(episode => {
      const { votes, anchorObservations, ...rest } = nth(one.group, episode)
      const known = anchorObservations.filter((_, step) => nth(one.rewards, episode)[step] !== null)
      return { ...rest, votes: closed(votes), anchorObservations: known }
    }),
  }
}

const filledCase = (one: AdvantageCase, value: number): AdvantageCase => ({
  ...one,
  rewards: one.rewards.map(row => row.map(reward => reward ?? value)),
  group: one.group.map(episode => ({ ...episode, votes: episode.votes.map(votes => votes ?? [0]) })),
})

const isNothing = (values: readonly (number | null)[]): boolean =>
  values.every(value => value === null || Math.abs(value) <= rounding)

const lonely = (rewards: ByStep): boolean =>
  pools(rewards, 'step-index').length <
  Math.max(...rewards.map(row => row.findLastIndex(reward => reward !== null) + 1))

const odd = (values: readonly (number | null)[]): string => numberText(values.find(value => !isNothing([value])))

export const unknownLaws: readonly FormulationLaw[] = [
  ofSteps({
    name: 'no-votes-no-reward',
    statement:
      'where the votes on a step count for its reward, a step of an episode without any vote has none: it is refused, or no finite number',
    source,
    find: ({ stepReward }, { episode, step, progress }) => {
      const given = (votes: GroupEpisode['votes']) => attempted(() => stepReward({ ...episode, votes }, step, progress))
      const rewards = ([[-1], [0], [1]] as const).map(own => given(episode.votes.with(step, own)))
      if (rewards.every(reward => reward === rewards[0])) return null
      const found = [null, []].map(none => given(episode.votes.map(() => none))).find(Number.isFinite)
      if (found === undefined) return null
      return {
        table: {
          columns: ['votes', 'R'],
          rows: ['−', '0', '+', 'none at any step'].map((text, index) => [
            text,
            numberText([...rewards, found][index]),
          ]),
        },
        expected: 'without votes an error, or no finite number',
        found: numberText(found),
      }
    },
  }),
  law<StepCase & { readonly hole: number }>({
    name: 'no-votes-no-mean',
    statement:
      'where the votes of an episode are alike, and one step less of them changes nothing, neither does a step without votes',
    source,
    part: 'stepReward',
    cases: () => betweenLikes,
    show: ({ episode }) => ({ columns: ['votes'], rows: episode.votes.map(votes => [votesText(votes)]) }),
    find: ({ stepReward }, { episode, step, hole, progress }) => {
      const shorter = likeEpisode(episode.outcome, nth(episode.votes, 0) ?? [], episode.votes.length - 1)
      const whole = stepReward(episode, step, progress)
      if (!near(stepReward(shorter, step > hole ? step - 1 : step, progress), whole)) return null
      const holed = { ...episode, votes: episode.votes.with(hole, null) }
      const found = stepReward(holed, step, progress)
      if (near(found, whole)) return null
      const [wanted, had] = distinctTexts(whole, found)
      return {
        table: {
          columns: ['step', 'votes', 'R'],
          rows: holed.votes.map((votes, index) => [index, votesText(votes), index === step ? had : '']),
        },
        expected: `${wanted}, as with votes like the others' at step ${hole}`,
        found: had,
      }
    },
  }),
  ofAdvantages({
    name: 'no-reward-is-no-zero',
    statement:
      'where rewards that are all alike have no advantages, however long the episodes, those beside a missing one have none',
    source,
    cases: () => cases(rewardedGroups({ least: 2, alike: true, holes: true })),
    find: (formulas, one) => {
      const known = one.rewards.flat().find(reward => reward !== null)
      /* A step that a missing reward leaves alone is no case of this. */
      if (known === undefined || known === null || lonely(one.rewards)) return null
      const like = [filledCase(one, known), closedCase(one)]
      if (!like.every(other => isNothing(advantagesOf(formulas, other).flat()))) return null
      const A = advantagesOf(formulas, one)
      return isNothing(A.flat()) ? null : worked(one, A, '0 wherever there is a reward', odd(A.flat()))
    },
  }),
  ofVoteAdvantages({
    name: 'no-vote-is-no-zero',
    statement:
      'where votes that are all rewarded alike have no advantages, those beside a step without votes have none',
    source,
    cases: () =>
      fc
        .tuple(
          coarseNumbers,
          fc.array(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 }),
        )
        .map(([reward, votes]) => ({
          rewards: votes.map(row => row.map(m => Array.from({ length: m }, () => reward))),
        })),
    find: ({ voteAdvantages }, one) => {
      const reward = one.rewards.flat(2)[0]
      if (reward === undefined) return null
      const filled: ByVote = one.rewards.map(row => row.map(votes => (votes.length === 0 ? [reward] : votes)))
      const short: ByVote = one.rewards
        .map(row => row.filter(({ length }) => length > 0))
        .filter(({ length }) => length > 0)
      if (![filled, short].every(other => isNothing(voteAdvantages(other).flat(2)))) return null
      const A = voteAdvantages(one.rewards)
      return isNothing(A.flat(2)) ? null : workedVotes(one, A, '0 throughout', odd(A.flat(2)))
    },
  }),
  law<{ readonly successes: number; readonly trials: number }>({
    name: 'unplayed-never-accepted',
    statement: 'a task of which either measurement has no episodes is never accepted',
    source: 'no episode is no success rate, which is not 0',
    part: 'accepts',
    cases: () => counts(16),
    show: ({ successes, trials }) => ({ columns: ['won', 'episodes'], rows: [[successes, trials]] }),
    find: ({ accepts }, known) => {
      const none = { successes: 0, trials: 0 }
      for (const direction of ['harder', 'easier'] as const)
        for (const [current, proposed] of [
          [none, known],
          [known, none],
        ] as const)
          if (attempted(() => accepts({ direction, current, proposed, band: { low: 0.2, high: 0.8 } })) === true)
            return {
              table: {
                columns: ['task', 'won', 'episodes'],
                rows: [
                  ['current', current.successes, current.trials],
                  ['proposed', proposed.successes, proposed.trials],
                ],
              },
              expected: `not accepted as ${direction}`,
              found: 'accepted',
            }
      return null
    },
  }),
]
