/** Requests for episodes whose steps the reward model votes on. */
import { recordedObserver, type EpisodeKey } from '../contracts/episode.ts'
import type { RunConfig } from '../config/config.ts'
import type { ObserverProtocol, Observing } from '../contracts/messages/run.ts'
import type { RolloutRequest } from '../contracts/messages/rollouts.ts'
import type { Key } from '../math/random.ts'
import type { PlannedGroup } from '../rollout/groups.ts'
import { episodeKey, policyRequest } from '../rollout/rollout-requests.ts'
import type { RewardModelSettings } from './settings.ts'

/** Name of the reward model on the engine. */
export const rewardModelName = 'reward-model'

/** The run that requests are made for. */
export interface VotingContext {
  readonly config: RunConfig & { readonly rewardModel: RewardModelSettings }
  readonly root: Key
}

/** The reward model as an observer. */
export const votingOf = (
  { config: { rewardModel }, root }: VotingContext,
  key: EpisodeKey,
  protocol: ObserverProtocol,
): Observing => ({
  model: rewardModelName,
  protocol,
  temperature: rewardModel.temperature,
  topP: rewardModel.topP,
  maxTokens: rewardModel.maxTokens,
  samplesPerStep: rewardModel.votes,
  ...(protocol === 'verdicts' ? { view: rewardModel.view, ...(rewardModel.soft ? { opposites: true } : {}) } : {}),
  key: episodeKey(root, key, 'judge'),
})

/** Every episode of the groups, played by the policy, each step with votes of the reward model. */
export const requestsWithVotes = (
  where: VotingContext,
  groups: readonly PlannedGroup[],
  protocol: ObserverProtocol,
): readonly RolloutRequest[] =>
  groups.flatMap(({ keys, task }) =>
    keys.map(key => ({
      ...policyRequest(where, key, task),
      observers: { [recordedObserver]: votingOf(where, key, protocol) },
    })),
  )
