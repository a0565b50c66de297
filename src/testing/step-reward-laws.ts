import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Outcome, Vote } from '../feedback/votes.ts'
import { outcomes, stepVotes, votes } from './arbitraries.ts'
import type { Law } from './law.ts'

/** What a step of an episode is worth to the policy. */
export type StepReward = (outcome: Outcome, votes: readonly Vote[]) => number

export interface RewardRange {
  readonly low: number
  readonly high: number
}

/** What a reward of a step must satisfy to be a fair word on both the episode and the step. */
export const stepRewardLaws = (reward: StepReward, { low, high }: RewardRange): readonly Law[] => [
  {
    name: `a step's reward lies in [${low}, ${high}]`,
    check: () =>
      fc.assert(
        fc.property(outcomes, stepVotes, (outcome, of) => {
          const value = reward(outcome, of)
          assert.ok(value >= low - rounding && value <= high + rounding, `got ${value}`)
        }),
      ),
  },
  {
    name: 'the order of votes has no effect',
    check: () =>
      fc.assert(
        fc.property(outcomes, shuffledPairs, (outcome, [some, other]) => {
          assert.ok(Math.abs(reward(outcome, some) - reward(outcome, other)) <= rounding)
        }),
      ),
  },
  {
    name: 'winning never lowers a reward',
    check: () =>
      fc.assert(fc.property(outcomes, stepVotes, (_, of) => assert.ok(reward(1, of) >= reward(-1, of) - rounding))),
  },
  {
    name: 'a better vote never lowers a reward, so that a malformed one is never worth more than praise',
    check: () =>
      fc.assert(
        fc.property(outcomes, stepVotes, votes, votes, fc.nat(), (outcome, of, one, other, place) => {
          const [worse, better] = one < other ? [one, other] : [other, one]
          const replaced = (vote: Vote) => of.with(place % of.length, vote)
          assert.ok(reward(outcome, replaced(better)) >= reward(outcome, replaced(worse)) - rounding)
        }),
      ),
  },
]

const rounding = 1e-9

const shuffledPairs = stepVotes.chain(of =>
  fc.tuple(fc.constant(of), fc.shuffledSubarray(of, { minLength: of.length, maxLength: of.length })),
)
