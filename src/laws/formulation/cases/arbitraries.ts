/** Random material for properties of feedback, losses and adaptation. */
import fc from 'fast-check'
import type { Environment, Split } from '../../../contracts/worlds/environment.ts'
import type { VotedEpisode, Outcome, Vote } from '../../../reward/votes.ts'
import { derive, randomFrom, rootKey } from '../../../math/random.ts'
import type { Count } from '../../../math/wilson.ts'

/** −1 or 1. */
export const outcomes: fc.Arbitrary<Outcome> = fc.constantFrom<Outcome[]>(-1, 1)

/** −1 or 1: no malformed one. */
export const validVotes: fc.Arbitrary<Vote> = fc.constantFrom<Vote[]>(-1, 1)

/** −1, 1 or, seldom, 0. */
export const votes: fc.Arbitrary<Vote> = fc.oneof(
  { weight: 4, arbitrary: validVotes },
  { weight: 1, arbitrary: fc.constant<Vote>(0) },
)

/** The 1 to 8 votes of one step. */
export const stepVotes: fc.Arbitrary<Vote[]> = fc.array(votes, { minLength: 1, maxLength: 8 })

/** λ in [0, 4]: 0, the paper's values, or any other of at least 0.01. */
export const lambdas: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 0.25, 1, 4),
  fc.double({ min: 0.01, max: 4, noNaN: true }),
)

/** An episode of 1 to 6 steps. */
export const votedEpisodes: fc.Arbitrary<VotedEpisode> = fc.record({
  outcome: outcomes,
  votes: fc.array(stepVotes, { minLength: 1, maxLength: 6 }),
})

/** Up to 8 episodes of one task, of different lengths. */
export const groups: fc.Arbitrary<VotedEpisode[]> = fc.array(votedEpisodes, { minLength: 1, maxLength: 8 })

/** −2 to 2, on a grid so coarse that values that differ do so by much more than rounding. */
export const coarseNumbers: fc.Arbitrary<number> = fc.integer({ min: -16, max: 16 }).map(eighths => eighths / 8)

/** [episodes][steps] rewards, ragged. */
export const raggedRewards: fc.Arbitrary<number[][]> = fc.array(
  fc.array(coarseNumbers, { minLength: 1, maxLength: 6 }),
  { minLength: 1, maxLength: 8 },
)

/** k successes in n ≥ 1 trials. */
export const counts = (maxTrials = 64): fc.Arbitrary<Count> =>
  fc
    .integer({ min: 1, max: maxTrials })
    .chain(trials => fc.integer({ min: 0, max: trials }).map(successes => ({ successes, trials })))

/** Success shares as groups have them: k / n. */
export const accuracies: fc.Arbitrary<number> = counts(16).map(({ successes, trials }) => successes / trials)

/** One token as the model sees it now and saw it before, nats. */
export interface TokenLogprobs {
  readonly now: number
  readonly old: number
}

/** The 1 to 12 tokens of a span; most have moved little, some much. */
export const tokenLogprobs: fc.Arbitrary<TokenLogprobs[]> = fc.array(
  fc
    .record({
      now: fc.double({ min: -12, max: 0, noNaN: true }),
      difference: fc.oneof(
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.double({ min: -4, max: 4, noNaN: true }),
      ),
    })
    .map(({ now, difference }) => ({ now, old: now - difference })),
  { minLength: 1, maxLength: 12 },
)

/** Tasks of a world, of any split; a task shrinks to one of a smaller seed. */
export const tasksOf = <Task, State>(world: Environment<Task, State>): fc.Arbitrary<Task> =>
  fc
    .record({ split: fc.constantFrom<Split[]>('train', 'seen', 'unseen'), seed: fc.nat({ max: 10_000 }) })
    .map(({ split, seed }) => world.generate(split, randomFrom(derive(rootKey(seed), split))))
