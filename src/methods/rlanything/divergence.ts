/** The reward model beside gold: a frozen copy that votes as well, measures, and what follows once the alarm is raised. */
import { measuresOf, prefixed, type Measure, type MeasuredValues } from '../../contracts/measure.ts'
import { countOfShare } from '../../math/statistics.ts'
import type { RolloutRequest } from '../../contracts/messages/rollouts.ts'
import type { ObserverProtocol } from '../../contracts/messages/run.ts'
import { watchedOn, type Watched } from '../../reward/divergence.ts'
import { votingOf } from '../../reward/requests-with-votes.ts'
import { goldObserver, type GoldQuality } from '../../reward/verdicts/gold.ts'
import { episodeKey } from '../../rollout/rollout-requests.ts'
import { episodeId } from '../../contracts/episode.ts'
import type { PlannedGroup } from '../../rollout/groups.ts'
import type { CompleteFormulation, GroupEpisode } from './formulation/formulation.ts'
import type { RlanythingLab } from './lab.ts'
import type { RlanythingConfig } from './settings.ts'

/** Name of the frozen copy, or the server's model, on the engine. */
export const goldModelName = 'gold-reward-model'

const share = { chart: 'Approval and truth', format: 'percent' } as const

/** Of the reward model on the policy's own steps, against labels or gold. */
export const goldMeasures: readonly Measure[] = measuresOf(
  {
    approval: { ...share, title: 'approval', about: 'Mean of (1 + S̄) / 2 over the steps with gold.' },
    truth: {
      ...share,
      title: 'truth',
      about: 'Share of these steps that are good by gold: labels, or votes of rewardModel.gold.',
    },
    order: {
      title: 'order within step indices',
      about:
        'Pairs of a good and a bad step at one step index of a group that the mean vote ranks right; ties are half.',
      format: 'percent',
      mark: { y: 0.5, name: 'chance' },
    },
    diverged: {
      title: 'reward model diverged',
      about: '1 from the iteration on in which approval had risen and truth had not.',
      format: 'count',
      health: {
        bounds: [1, 1],
        bad: 'above',
        meaning: 'the reward model approves of more and more while no more is good',
      },
    },
  },
  { prefix: 'gold.', section: 'Reward model against gold' },
)

/** Of each group, that gold votes on. */
export const goldEpisodes = ({ rewardModel, tasks }: Pick<RlanythingConfig, 'rewardModel' | 'tasks'>): number =>
  countOfShare(rewardModel.gold.share, tasks.episodes)

/** Most tokens of one of its votes. */
export const goldTokens = ({ gold, maxTokens }: RlanythingConfig['rewardModel']): number =>
  gold.service === null ? maxTokens : gold.maxTokens

/** With votes of the model that is gold, on the first episodes of each group. */
export function withGold(
  { config, root }: Pick<RlanythingLab, 'config' | 'root'>,
  requests: readonly RolloutRequest[],
  groups: readonly PlannedGroup[],
  protocol: ObserverProtocol,
): readonly RolloutRequest[] {
  const sampled = goldEpisodes(config)
  const keys = new Map(
    groups.flatMap(({ keys: own }) =>
      own.filter(({ episode }) => episode < sampled).map(key => [episodeId(key), key] as const),
    ),
  )
  return requests.map(request => {
    const key = keys.get(request.id)
    if (key === undefined) return request
    const { opposites: _, ...voting } = votingOf({ config, root }, key, protocol)
    const gold = {
      ...voting,
      ...{ model: goldModelName, maxTokens: goldTokens(config.rewardModel), key: episodeKey(root, key, 'gold') },
    }
    return { ...request, observers: { ...request.observers, [goldObserver]: gold } }
  })
}

/**
 * The reward model after one more iteration.
 *
 * @throws {Error} if the alarm is raised and the configuration stops then.
 */
export function watchRewardModel(
  { rewardModel: { onDivergence } }: RlanythingConfig,
  before: Watched,
  iteration: number,
  gold: GoldQuality,
): { readonly watched: Watched; readonly warnings: readonly string[] } {
  const watched = watchedOn(before, iteration, gold)
  if (watched.since !== iteration) return { watched, warnings: [] }
  const text = `the reward model approves of more steps than at the beginning while no more are good (gold.approval, gold.truth): rewardModel.onDivergence is ${onDivergence}`
  if (onDivergence === 'stop') throw new Error(text)
  return { watched, warnings: [text] }
}

export const goldMetrics = (gold: GoldQuality, { since }: Watched): MeasuredValues =>
  prefixed('gold.', { ...gold, diverged: since === null ? 0 : 1 })

/** The formulation with half of what votes add to the reward of a step. */
export function halved(formulation: CompleteFormulation): CompleteFormulation {
  const silent = ({ softVotes: _, ...episode }: GroupEpisode): GroupEpisode => ({
    ...episode,
    votes: episode.votes.map(votes => (votes === null ? null : votes.map(() => 0))),
  })
  return {
    ...formulation,
    stepReward: (episode, step, progress) => {
      const without = formulation.stepReward(silent(episode), step, progress)
      return without + (formulation.stepReward(episode, step, progress) - without) / 2
    },
  }
}
