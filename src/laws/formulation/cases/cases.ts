/** Random groups for laws of formulations, adversarial shapes among them; all shrink to small, readable ones. */
import fc from 'fast-check'
import { nth } from '../../../math/nth.ts'
import type { Outcome, Vote } from '../../../reward/votes.ts'
import type { ByStep, GroupEpisode, TrainingProgress } from '../../../methods/rlanything/formulation/formulation.ts'
import { coarseNumbers, outcomes, stepVotes, validVotes } from './arbitraries.ts'

const anchorObservations = fc.constantFrom('hall', 'kitchen', 'larder')
const shortSteps = fc.array(fc.tuple(stepVotes, anchorObservations), { minLength: 1, maxLength: 6 })
const unanimousSteps = fc.array(
  fc.tuple(
    fc.tuple(validVotes, fc.integer({ min: 1, max: 5 })).map(([vote, m]) => Array.from({ length: m }, () => vote)),
    anchorObservations,
  ),
  { minLength: 1, maxLength: 4 },
)
const oneStep = fc.tuple(stepVotes, anchorObservations).map(step => [step])

type Steps = fc.Arbitrary<(readonly [Vote[], string])[]>

/** An episode with these votes, each step in a situation of its own. */
export const episodeWith = (
  outcome: Outcome,
  votes: GroupEpisode['votes'],
  score = outcome === 1 ? 1 : 0,
): GroupEpisode => ({ outcome, score, votes, anchorObservations: votes.map((_, step) => `place ${step}`) })

const episodesOf = (steps: Steps, outcome = outcomes): fc.Arbitrary<GroupEpisode> =>
  fc.record({ outcome, steps }).map(({ outcome: ended, steps: played }) => ({
    outcome: ended,
    score: ended === 1 ? 1 : 0,
    votes: played.map(([votes]) => votes),
    anchorObservations: played.map(([, situation]) => situation),
  }))

const groupsOf = (episodes: fc.Arbitrary<GroupEpisode>, maxLength = 8): fc.Arbitrary<GroupEpisode[]> =>
  fc.array(episodes, { minLength: 1, maxLength })

/** A group in which every step's votes could be computed: most are ragged and mixed, some are of one extreme. */
export const votedGroups: fc.Arbitrary<GroupEpisode[]> = fc.oneof(
  { weight: 6, arbitrary: groupsOf(episodesOf(shortSteps)) },
  { weight: 1, arbitrary: groupsOf(episodesOf(shortSteps), 1) },
  { weight: 1, arbitrary: groupsOf(episodesOf(oneStep)) },
  { weight: 1, arbitrary: groupsOf(episodesOf(unanimousSteps)) },
  { weight: 1, arbitrary: groupsOf(episodesOf(shortSteps, fc.constant(1 as const))) },
  { weight: 1, arbitrary: groupsOf(episodesOf(shortSteps, fc.constant(-1 as const))) },
)

/** A group in which the votes on some steps could not be computed. */
export const groupsWithHoles: fc.Arbitrary<GroupEpisode[]> = fc
  .tuple(votedGroups, fc.infiniteStream(fc.nat({ max: 5 })))
  .map(([group, draws]) =>
    group.map(episode => ({
      ...episode,
      votes: episode.votes.map(votes => (draws.next().value === 5 ? null : votes)),
    })),
  )

/** An episode and one of its steps. */
export const stepsOfEpisodes: fc.Arbitrary<{ readonly episode: GroupEpisode; readonly step: number }> = votedGroups
  .map(group => nth(group, 0))
  .chain(episode => fc.record({ episode: fc.constant(episode), step: fc.nat({ max: episode.votes.length - 1 }) }))

/** Any time of a short run. */
export const moments: fc.Arbitrary<TrainingProgress> = fc
  .integer({ min: 1, max: 20 })
  .chain(iterations =>
    fc.record({ iteration: fc.integer({ min: 1, max: iterations }), iterations: fc.constant(iterations) }),
  )

/** A step that is asked for its reward. */
export interface StepCase {
  readonly episode: GroupEpisode
  readonly step: number
  readonly progress: TrainingProgress
}

export const stepCases: fc.Arbitrary<StepCase> = fc
  .tuple(stepsOfEpisodes, moments)
  .map(([one, progress]) => ({ ...one, progress }))

/** Votes on a step, and the step's true value. */
export interface VoteCase {
  readonly outcome: Outcome
  readonly votes: readonly Vote[]
  readonly reward: number
}

/** A group with a reward for each step, as any formula might have given it. */
export interface RewardedGroup {
  readonly group: readonly GroupEpisode[]
  /** [episodes][steps], `null` where it could not be computed. */
  readonly rewards: ByStep
}

export interface RewardedOptions {
  /** Fewest and most episodes. */
  readonly least?: number
  readonly most?: number
  /** Steps of every episode; ragged if left out. */
  readonly steps?: number
  /** Whether all episodes have the same number of steps. */
  readonly even?: boolean
  /** Whether some rewards are missing. */
  readonly holes?: boolean
  /** Whether all rewards are the same. */
  readonly alike?: boolean
  /** Whether rewards may be huge, tiny, and barely different. */
  readonly extreme?: boolean
  /** Whether some rewards are NaN or infinite. */
  readonly broken?: boolean
}

const extremeRewards = fc.oneof(
  coarseNumbers,
  fc.constantFrom(1e150, -1e150, 1e-150, 1 + 1e-12, 1, 0),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
)

const brokenRewards = fc.oneof(
  { weight: 3, arbitrary: coarseNumbers },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity) },
)

/** Ragged groups with rewards; episodes, steps and values shrink. */
export function rewardedGroups(options: RewardedOptions = {}): fc.Arbitrary<RewardedGroup> {
  const {
    least = 1,
    most = 8,
    steps,
    even = false,
    holes = false,
    alike = false,
    extreme = false,
    broken = false,
  } = options
  const values = extreme ? extremeRewards : broken ? brokenRewards : coarseNumbers
  const cell = holes ? fc.option(values, { freq: 4 }) : values
  const rowsOf = (length: number | undefined) =>
    fc.array(fc.tuple(cell, stepVotes, anchorObservations), { minLength: length ?? 1, maxLength: length ?? 6 })
  const lengths = even ? fc.integer({ min: 1, max: 4 }) : fc.constant(steps)
  return fc.tuple(values, lengths).chain(([same, length]) =>
    fc.array(fc.tuple(outcomes, rowsOf(length)), { minLength: least, maxLength: most }).map(episodes => ({
      group: episodes.map(([outcome, row]) => ({
        outcome,
        score: outcome === 1 ? 1 : 0,
        votes: row.map(([reward, votes]) => (reward === null ? null : votes)),
        anchorObservations: row.map(([, , situation]) => situation),
      })),
      rewards: episodes.map(([, row]) => row.map(([reward]) => (alike && reward !== null ? same : reward))),
    })),
  )
}
