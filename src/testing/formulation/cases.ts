/** Random groups for laws of formulations, adversarial shapes among them; all shrink to small, readable ones. */
import fc from 'fast-check'
import type { Vote } from '../../feedback/votes.ts'
import type { GroupEpisode, Moment } from '../../formulation/formulation.ts'
import { outcomes, stepVotes, validVotes } from '../arbitraries.ts'

const situations = fc.constantFrom('hall', 'kitchen', 'larder')
const shortSteps = fc.array(fc.tuple(stepVotes, situations), { minLength: 1, maxLength: 6 })
const unanimousSteps = fc.array(
  fc.tuple(
    fc.tuple(validVotes, fc.integer({ min: 1, max: 5 })).map(([vote, m]) => Array.from({ length: m }, () => vote)),
    situations,
  ),
  { minLength: 1, maxLength: 4 },
)
const oneStep = fc.tuple(stepVotes, situations).map(step => [step])

type Steps = fc.Arbitrary<(readonly [Vote[], string])[]>

const episodesOf = (steps: Steps, outcome = outcomes): fc.Arbitrary<GroupEpisode> =>
  fc.record({ outcome, steps }).map(({ outcome: ended, steps: played }) => ({
    outcome: ended,
    votes: played.map(([votes]) => votes),
    situations: played.map(([, situation]) => situation),
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
  .map(([episode]) => episode!)
  .chain(episode => fc.record({ episode: fc.constant(episode), step: fc.nat({ max: episode.votes.length - 1 }) }))

/** Any time of a short run. */
export const moments: fc.Arbitrary<Moment> = fc
  .integer({ min: 1, max: 20 })
  .chain(iterations =>
    fc.record({ iteration: fc.integer({ min: 1, max: iterations }), iterations: fc.constant(iterations) }),
  )
