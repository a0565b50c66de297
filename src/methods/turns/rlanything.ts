/**
 * RLAnything on sessions of anybody's agent: integrated feedback and consistency feedback as in a run, by the same formulas; tasks stay as
 * they come. Source: arXiv 2602.02488. Departure: an outcome between lost and won is the one between −1 and 1. Pure.
 */
import { z } from 'zod'
import { recordedObserver, observerNotes } from '../../contracts/episode.ts'
import { positiveInteger } from '../../config/model-schema.ts'
import { integratedReward } from '../../reward/integrated.ts'
import { feedbackSection } from '../../reward/settings.ts'
import { nth } from '../../math/nth.ts'
import { zip } from '../../math/zip.ts'
import { creditVotes } from '../rlanything/credit/votes.ts'
import { paper } from '../rlanything/formulation/paper.ts'
import { learningJudgeSection, turnSections, turnSettings } from './settings.ts'
import type { TurnAdvantage, TurnCredits, TurnEpisode, TurnMethod } from './turn-method.ts'

const { lambda } = feedbackSection.unwrap().shape

const schema = z.strictObject({
  ...turnSections,
  rewardModel: learningJudgeSection,
  feedback: z
    .strictObject({
      lambda,
      source: z.enum(['judge', 'outcome']).default('judge').describe('step signal: verdicts on each turn, or none'),
      singleton: z
        .enum(['drop', 'raw'])
        .default('raw')
        .describe('advantage of a session alone at its step index: 0, or R'),
    })
    .prefault({})
    .describe('rewards and advantages from outcomes and verdicts'),
  sessions: z
    .strictObject({
      idleMinutes: z.number().positive().default(30).describe('silence after which a session has ended'),
      group: positiveInteger.default(1).describe('sessions of a task key that are compared: they wait for each other'),
    })
    .prefault({})
    .describe('when sessions end, and which are compared'),
})

type Settings = z.output<typeof schema>

export const rlanythingOnTurns: TurnMethod = {
  name: 'rlanything',
  schema,
  begin: given => {
    const { rewardModel, feedback, sessions, ...settings } = turnSettings('rlanything', schema, given)
    const asked = feedback.source === 'judge'
    return {
      ...{ settings, sessions, unit: 'session', hints: null, verdicts: asked ? rewardModel : null },
      rewardModel: asked && rewardModel.train ? rewardModel : null,
      credit: group => creditOf(group, feedback, rewardModel),
    }
  },
}

/** A session without an outcome has no integrated feedback; a turn without verdicts has none where they are its step signal. */
function creditOf(
  group: readonly TurnEpisode[],
  { lambda, source, singleton }: Settings['feedback'],
  { malformedPenalty, group: judgeGroup }: Settings['rewardModel'],
): TurnCredits {
  const known = group.filter(({ outcome }) => outcome !== null)
  const formulas = paper({ lambda, singleton, malformedPenalty, judgeGroup })
  const { advantages, noteAdvantages } = creditVotes(
    known.map(rollout => ({ ...rollout, notes: { [recordedObserver]: observerNotes(rollout) } })),
    {
      formulation: {
        ...formulas,
        stepReward: ({ score, votes }, step) => integratedReward(2 * score - 1, nth(votes, step) ?? [0], lambda),
      },
      source,
      progress: { iteration: 1, iterations: 1 },
    },
  )
  const own = new Map(zip(known, zip(advantages, noteAdvantages)))
  return {
    policy: group.map(episode => {
      const [given] = own.get(episode) ?? []
      return episode.episode.steps.map((_, turn): TurnAdvantage =>
        given === undefined ? 'no outcome' : (given[turn] ?? 'no verdict'),
      )
    }),
    rewardModel: group.map(
      episode =>
        own.get(episode)?.[1] ??
        observerNotes(episode).map(step => (step.kind === 'verdicts' ? step.verdicts.map(() => null) : [])),
    ),
  }
}
