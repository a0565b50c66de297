/** How episodes are ordered: every draw is keyed by what is played, never by who plays it when. */
import { episodeId, type EpisodeKey } from '../contracts/episode.ts'
import { derive, type Key } from '../math/random.ts'
import type { Judging, Sampling } from '../contracts/messages/run.ts'
import type { RunConfig } from '../config/config.ts'
import type { PlayOrder } from './rollouts.ts'

/** Names of the models on the device. */
export const models = { policy: 'policy', rewardModel: 'reward-model' } as const

/** The key of one episode's draws for one use. */
const episodeKey = (root: Key, { use, iteration, slot, episode }: EpisodeKey, who: 'policy' | 'judge'): Key =>
  derive(root, use, iteration, slot, episode, who)

/** @param temperature of the policy; the configured one if omitted. */
export const samplingOf = (
  { policy }: RunConfig,
  root: Key,
  key: EpisodeKey,
  temperature = policy.temperature,
): Sampling => ({
  model: models.policy,
  temperature,
  topP: policy.topP,
  maxTokens: policy.maxTokens,
  key: episodeKey(root, key, 'policy'),
})

export const judgingOf = ({ rewardModel }: RunConfig, root: Key, key: EpisodeKey): Judging => ({
  model: models.rewardModel,
  temperature: rewardModel.temperature,
  topP: rewardModel.topP,
  maxTokens: rewardModel.maxTokens,
  samplesPerStep: rewardModel.votes,
  key: episodeKey(root, key, 'judge'),
})

/** An episode played by the policy and judged by nobody. @param temperature the configured one if omitted. */
export const policyRequest = (
  config: RunConfig,
  root: Key,
  key: EpisodeKey,
  task: unknown,
  temperature?: number,
): PlayOrder => ({
  id: episodeId(key),
  task,
  player: { kind: 'policy', sampling: samplingOf(config, root, key, temperature) },
  judging: null,
})

/** An episode of the loop itself: played by the policy, judged where the step signal is the judge's. */
export const loopRequest = (config: RunConfig, root: Key, key: EpisodeKey, task: unknown): PlayOrder => ({
  ...policyRequest(config, root, key, task),
  judging: config.feedback.source === 'judge' ? judgingOf(config, root, key) : null,
})
