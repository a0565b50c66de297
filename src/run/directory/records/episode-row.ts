/** One row of a run's episodes: a step with all its texts and computed values. */
import { z } from 'zod'
import {
  episodeId,
  judgedOf,
  samplesOf,
  type EpisodeKey,
  type JudgedStep,
  type Rollout,
} from '../../../contracts/episode.ts'
import type { EpisodeFeedback } from '../../../contracts/episode-feedback.ts'

const vote = z.union([z.literal(-1), z.literal(0), z.literal(1)])

const finish = z.enum(['stop', 'length'])

export const episodeRowSchema = z.object({
  iteration: z.int(),
  /** `episodeId` of the episode's key. */
  episode: z.string(),
  use: z.string(),
  slot: z.int(),
  /** Index in the group. */
  member: z.int(),
  /** From 0. */
  step: z.int(),
  /** The opening observation; on step 0 only. */
  opening: z.string().nullable(),
  /** Who acted; `policy` where the world names no agents. */
  agent: z.string(),
  action: z.string(),
  observation: z.string(),
  /** Why the action ended: by a stop token, or cut off at `policy.maxTokens`; `null` where it is not known. */
  finish: finish.nullable(),
  won: z.boolean(),
  /** Of the episode: share of the goal achieved. */
  score: z.number(),
  /** Of the episode: by the world, or cut off at the step limit; `null` in older files. */
  ending: z.enum(['terminal', 'truncated']).nullable(),
  /** The expert's label. */
  good: z.boolean().nullable(),
  goodReason: z.string().nullable(),
  /** [m], 0 where malformed; [] where no judge was asked or its votes could not be computed. */
  votes: z.array(vote),
  voteReasons: z.array(z.string()),
  /** [m] as the reward model wrote them; [] where it votes. */
  tests: z.array(z.string()),
  /** [m] why each vote or test ended; [] where it is not known. */
  judgeFinishes: z.array(finish),
  /** [m] shares of the group's correct programs, and of its incorrect ones, that pass each test; `null` without them. */
  passedByCorrect: z.array(z.number().nullable()),
  passedByIncorrect: z.array(z.number().nullable()),
  /** Why the votes or tests could not be computed; `null` where they could, and where no judge was asked. */
  invalid: z.string().nullable(),
  /** R_i and A of the policy; `null` where missing, as for an invalid step. */
  reward: z.number().nullable(),
  advantage: z.number().nullable(),
  /** [m] or []: the reward model's own; `null` for a test of which nothing is known. */
  judgeRewards: z.array(z.number().nullable()),
  judgeAdvantages: z.array(z.number().nullable()),
  /** Trainings of the policy since the action was drawn, and of the judge since its votes were; `null` where missing. */
  age: z.int().nullable(),
  judgeAge: z.int().nullable(),
})
/**
 * A row of `episodes/*.parquet`: one step of an episode.
 *
 * @interface
 */
export type EpisodeRow = z.output<typeof episodeRowSchema>

/** The rows of one episode, in order. */
export function episodeRows(key: EpisodeKey, rollout: Rollout, feedback: EpisodeFeedback = {}): EpisodeRow[] {
  const { episode } = rollout
  const judged = judgedOf(rollout)
  return episode.steps.map(({ agent, action, observation, finish, label }, step) => ({
    ...said(judged[step]),
    iteration: key.iteration,
    episode: episodeId(key),
    use: key.use,
    slot: key.slot,
    member: key.episode,
    step,
    opening: step === 0 ? episode.opening : null,
    agent,
    action,
    observation,
    finish: finish ?? null,
    won: episode.won,
    score: episode.score,
    ending: episode.ending,
    judgeFinishes: judged[step] === undefined ? [] : samplesOf(judged[step]).flatMap(sample => sample.finish ?? []),
    good: label?.good ?? null,
    goodReason: label?.reason ?? null,
    passedByCorrect: (feedback.passShares?.[step] ?? []).map(({ correct }) => correct),
    passedByIncorrect: (feedback.passShares?.[step] ?? []).map(({ incorrect }) => incorrect),
    reward: feedback.rewards?.[step] ?? null,
    advantage: feedback.advantages?.[step] ?? null,
    judgeRewards: [...(feedback.judgeRewards?.[step] ?? [])],
    judgeAdvantages: [...(feedback.judgeAdvantages?.[step] ?? [])],
    age: feedback.ages?.[step] ?? null,
    judgeAge: feedback.judgeAges?.[step] ?? null,
  }))
}

/** @param judged `undefined` where no judge was asked. */
function said(judged: JudgedStep | undefined): Pick<EpisodeRow, 'votes' | 'voteReasons' | 'tests' | 'invalid'> {
  const nothing = { votes: [], voteReasons: [], tests: [], invalid: null }
  switch (judged?.kind) {
    case undefined:
      return nothing
    case 'invalid':
      return { ...nothing, invalid: judged.reason }
    case 'voted':
      return {
        ...nothing,
        votes: judged.votes.map(({ value }) => value),
        voteReasons: judged.votes.map(({ reason }) => reason),
      }
    case 'tested':
      return { ...nothing, tests: judged.tests.map(({ text }) => text) }
  }
}

/** A row as it was written before there were scores, tests, agents and endings. */
export const completeRow = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  agent: 'policy',
  score: row['won'] === true ? 1 : 0,
  tests: [],
  passedByCorrect: [],
  passedByIncorrect: [],
  finish: null,
  ending: null,
  judgeFinishes: [],
  ...row,
})
