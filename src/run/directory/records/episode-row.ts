/** One row of a run's episodes: a step with all its texts and computed values. */
import { z } from 'zod'
import {
  episodeId,
  observerNotes,
  samplesOf,
  type EpisodeKey,
  type Note,
  type Rollout,
} from '../../../contracts/episode.ts'
import type { EpisodeFeedback } from '../../../contracts/episode-feedback.ts'

const verdict = z.union([z.literal(-1), z.literal(0), z.literal(1)])

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
  /** The world's name of the state before the action; `null` where it names none. */
  situation: z.string().nullable(),
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
  /** [m], 0 where malformed; [] where no observer was asked or its verdicts could not be computed. */
  verdicts: z.array(verdict),
  verdictReasons: z.array(z.string()),
  /** [m] soft votes, `null` where malformed; [] in a run without them. */
  softVerdicts: z.array(z.number().nullable()),
  /** [m] as the observer wrote them; [] where it gives verdicts. */
  tests: z.array(z.string()),
  /** [m] why each verdict or test ended; [] where it is not known. */
  noteFinishes: z.array(finish),
  /** [m] shares of the group's correct programs, and of its incorrect ones, that pass each test; `null` without them. */
  passedByCorrect: z.array(z.number().nullable()),
  passedByIncorrect: z.array(z.number().nullable()),
  /** Why the verdicts or tests could not be computed; `null` where they could, and where no observer was asked. */
  invalid: z.string().nullable(),
  /** R_i and A of the policy; `null` where missing, as for an invalid step. */
  reward: z.number().nullable(),
  advantage: z.number().nullable(),
  /** [m] or []: the observer's own; `null` for a test of which nothing is known. */
  noteRewards: z.array(z.number().nullable()),
  noteAdvantages: z.array(z.number().nullable()),
  /** Trainings of the policy since the action was drawn, and of the observer since its verdicts were; `null` where missing. */
  age: z.int().nullable(),
  noteAge: z.int().nullable(),
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
  const noted = observerNotes(rollout)
  return episode.steps.map(({ agent, action, observation, situation, finish, label }, step) => ({
    ...said(noted[step]),
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
    situation: situation ?? null,
    finish: finish ?? null,
    won: episode.won,
    score: episode.score,
    ending: episode.ending,
    noteFinishes: noted[step] === undefined ? [] : samplesOf(noted[step]).flatMap(sample => sample.finish ?? []),
    good: label?.good ?? null,
    goodReason: label?.reason ?? null,
    passedByCorrect: (feedback.passShares?.[step] ?? []).map(({ correct }) => correct),
    passedByIncorrect: (feedback.passShares?.[step] ?? []).map(({ incorrect }) => incorrect),
    reward: feedback.rewards?.[step] ?? null,
    advantage: feedback.advantages?.[step] ?? null,
    noteRewards: [...(feedback.noteRewards?.[step] ?? [])],
    noteAdvantages: [...(feedback.noteAdvantages?.[step] ?? [])],
    age: feedback.ages?.[step] ?? null,
    noteAge: feedback.noteAges?.[step] ?? null,
  }))
}

/** @param noted `undefined` where no observer was asked. */
function said(
  noted: Note | undefined,
): Pick<EpisodeRow, 'verdicts' | 'verdictReasons' | 'softVerdicts' | 'tests' | 'invalid'> {
  const nothing = { verdicts: [], verdictReasons: [], softVerdicts: [], tests: [], invalid: null }
  switch (noted?.kind) {
    case undefined:
      return nothing
    case 'invalid':
      return { ...nothing, invalid: noted.reason }
    case 'verdicts':
      return {
        ...nothing,
        verdicts: noted.verdicts.map(({ value }) => value),
        verdictReasons: noted.verdicts.map(({ reason }) => reason),
        softVerdicts: noted.verdicts.flatMap(({ soft }) => (soft === undefined ? [] : [soft])),
      }
    case 'tests':
      return { ...nothing, tests: noted.tests.map(({ text }) => text) }
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
  noteFinishes: [],
  softVerdicts: [],
  situation: null,
  ...row,
})
