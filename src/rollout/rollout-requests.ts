/** Requests for episodes: every draw is keyed by the episode, never by the worker or the time. */
import { episodeId, judge, type EpisodeKey } from '../contracts/episode.ts'
import { derive, type Key } from '../math/random.ts'
import type { ObserverProtocol, Observing, Sampling } from '../contracts/messages/run.ts'
import type { RunConfig } from '../config/config.ts'
import type { RolloutRequest } from '../contracts/rollouts.ts'
import type { PlannedGroup } from './groups.ts'

/** Names of the models on the device. */
export const modelNames = { policy: 'policy', rewardModel: 'reward-model' } as const

/** The key of one episode's draws for one use. */
const episodeKey = (root: Key, { use, iteration, slot, episode }: EpisodeKey, who: 'policy' | 'judge' | 'world'): Key =>
  derive(root, use, iteration, slot, episode, who)

/** @param temperature of the policy; the configured one if omitted. */
export const samplingOf = (
  { policy }: RunConfig,
  root: Key,
  key: EpisodeKey,
  temperature = policy.temperature,
): Sampling => ({
  model: modelNames.policy,
  temperature,
  topP: policy.topP,
  maxTokens: policy.maxTokens,
  key: episodeKey(root, key, 'policy'),
})

/** The reward model as an observer. */
export const judgingOf = (
  { config: { rewardModel }, root }: Where,
  key: EpisodeKey,
  protocol: ObserverProtocol,
): Observing => ({
  model: modelNames.rewardModel,
  protocol,
  temperature: rewardModel.temperature,
  topP: rewardModel.topP,
  maxTokens: rewardModel.maxTokens,
  samplesPerStep: rewardModel.votes,
  key: episodeKey(root, key, 'judge'),
})

/** An episode played by the policy, without votes. @param temperature the configured one if omitted. */
export const policyRequest = (
  config: RunConfig,
  root: Key,
  key: EpisodeKey,
  task: unknown,
  temperature?: number,
): RolloutRequest => ({
  id: episodeId(key),
  task,
  key: episodeKey(root, key, 'world'),
  player: { kind: 'policy', sampling: samplingOf(config, root, key, temperature) },
  observers: {},
})

/** Every episode of the groups, played by the policy, without votes. */
export const policyRequests = ({ config, root }: Where, groups: readonly PlannedGroup[]): readonly RolloutRequest[] =>
  groups.flatMap(({ keys, task }) => keys.map(key => policyRequest(config, root, key, task)))

/** The same, each step judged by the reward model. */
export const judgedRequests = (
  where: Where,
  groups: readonly PlannedGroup[],
  protocol: ObserverProtocol,
): readonly RolloutRequest[] =>
  groups.flatMap(({ keys, task }) =>
    keys.map(key => ({
      ...policyRequest(where.config, where.root, key, task),
      observers: { [judge]: judgingOf(where, key, protocol) },
    })),
  )

interface Where {
  readonly config: RunConfig
  readonly root: Key
}
