/**
 * RLAnything on sessions of anybody's agent: integrated feedback and consistency feedback as in a run, by the same formulas; tasks stay as
 * they come. Source: arXiv 2602.02488. Departure: an outcome between lost and won is the one between −1 and 1. Pure.
 */
import { z } from 'zod'
import { observerNotes } from '../../contracts/episode.ts'
import { positiveInteger } from '../../config/model-schema.ts'
import { integratedReward } from '../../reward/integrated.ts'
import { policyAdvantages } from '../../learning/segments/advantages.ts'
import { consistencyRewards } from '../../reward/verdicts/consistency.ts'
import type { Vote } from '../../reward/votes.ts'
import { valuesOf } from '../../reward/outcome.ts'
import { feedbackSection } from '../../reward/settings.ts'
import { zip } from '../../math/zip.ts'
import { creditNotes } from '../rlanything/credit/votes.ts'
import { paper } from '../rlanything/formulation/paper.ts'
import { learningRewardModelSection, turnSections, turnSettings } from './settings.ts'
import type { TurnAdvantage, TurnCredits, TurnEpisode, TurnMethod } from './turn-method.ts'

const { lambda } = feedbackSection.unwrap().shape

const schema = z.strictObject({
  ...turnSections,
  rewardModel: learningRewardModelSection,
  feedback: z
    .strictObject({
      lambda,
      source: z
        .enum(['reward-model', 'outcome'])
        .default('reward-model')
        .describe('step signal: verdicts on each turn, or none'),
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
    const asked = feedback.source === 'reward-model'
    return {
      ...{ settings, sessions, unit: 'session', hints: null, verdicts: asked ? rewardModel : null },
      rewardModel: asked && rewardModel.train ? rewardModel : null,
      credit: group => creditOf(group, feedback, rewardModel),
    }
  },
}

/**
 * A person's verdict on a turn stands for the reward model's, which learns by consistency with it, too. A session without an outcome has no
 * integrated feedback, except for turns with such a verdict: O is 0 there, and each is alone.
 */
function creditOf(
  group: readonly TurnEpisode[],
  { lambda, source, singleton }: Settings['feedback'],
  { malformedPenalty, group: voteGroup }: Settings['rewardModel'],
): TurnCredits {
  const formulas = {
    ...paper({ lambda, singleton, malformedPenalty, voteGroup }),
    voteRewards: (reward: number, votes: readonly Vote[]) => consistencyRewards(reward, votes, malformedPenalty),
  }
  const rewardsOf = (episode: TurnEpisode): readonly (number | null)[] =>
    zip(observerNotes(episode), episode.humanVerdicts).map(([note, human]) => {
      const votes = human !== null ? [human] : source === 'outcome' ? [0 as const] : valuesOf(note)
      const { outcome } = episode
      if (votes === null || (outcome === null && human === null)) return null
      return integratedReward(outcome === null ? 0 : 2 * outcome - 1, votes, lambda)
    })
  const compared = (episodes: readonly TurnEpisode[]) => {
    const rewards = episodes.map(rewardsOf)
    const { noteAdvantages } = creditNotes(episodes, rewards, formulas)
    return zip(episodes, zip(policyAdvantages(rewards, singleton), noteAdvantages))
  }
  const [known, unknown] = [group.filter(isKnown), group.filter(episode => !isKnown(episode))]
  const own = new Map([...compared(known), ...unknown.flatMap(episode => compared([episode]))])
  const creditsOf = (episode: TurnEpisode) => own.get(episode) ?? [[], []]
  return {
    policy: group.map(episode => {
      const without = isKnown(episode) ? 'no verdict' : 'no outcome'
      return creditsOf(episode)[0].map((given): TurnAdvantage => given ?? without)
    }),
    rewardModel: group.map(episode =>
      zip(observerNotes(episode), creditsOf(episode)[1]).map(([note, given]) =>
        given.length > 0 || note.kind !== 'verdicts' ? given : note.verdicts.map(() => null),
      ),
    ),
  }
}

const isKnown = ({ outcome }: TurnEpisode): boolean => outcome !== null
