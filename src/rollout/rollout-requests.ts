/** Requests for episodes: every draw is keyed by the episode, never by the worker or the time. */
import { episodeId, type EpisodeKey } from '../contracts/episode.ts'
import { derive, rootKey, type Key } from '../math/random.ts'
import type { CandidateTree, LabelledQuestion, Sampling } from '../contracts/messages/run.ts'
import type { World } from '../contracts/worlds/world.ts'
import type { RunConfig } from '../config/config.ts'
import type { RolloutRequest } from '../contracts/messages/rollouts.ts'
import { soleAgent } from './episode/agents.ts'
import type { PlannedGroup } from './groups.ts'

/** Name of the policy on the engine. */
export const policyName = 'policy'

/** The model that plays each agent of a world, by the agent's name. */
export type PlayerModels = Readonly<Record<string, string>>

/** The policy alone, in a world that names no agents. */
export const policyAlone: PlayerModels = { [soleAgent]: policyName }

/** The policy as every agent of a world. */
export const policyAsAll = ({ agents = [soleAgent] }: Pick<World, 'agents'>): PlayerModels =>
  Object.fromEntries(agents.map(agent => [agent, policyName]))

/** The key of one episode's draws for one use. */
export const episodeKey = (root: Key, { use, iteration, slot, episode }: EpisodeKey, ...who: readonly string[]): Key =>
  derive(root, use, iteration, slot, episode, ...who)

/** For the world's own randomness: that of the request, or of its id. */
export const worldKeyOf = ({ id, key = derive(rootKey(0), id) }: Pick<RolloutRequest, 'id' | 'key'>): Key => key

/** The key of an agent's draws; that of the only one is the policy's. */
const playerKey = (root: Key, key: EpisodeKey, agent: string): Key =>
  agent === soleAgent ? episodeKey(root, key, 'policy') : episodeKey(root, key, 'player', agent)

export interface PolicyRequestOptions {
  /** The configured one if left out. */
  readonly temperature?: number
  /** The policy alone if left out. All sample as `policy` of the configuration says. */
  readonly players?: PlayerModels
  /** None if left out. */
  readonly tree?: CandidateTree
}

/** An episode played by models, without observers. */
export const policyRequest = (
  { config, root }: Where,
  key: EpisodeKey,
  task: unknown,
  { temperature = config.policy.temperature, players = policyAlone, tree }: PolicyRequestOptions = {},
): RolloutRequest => {
  const { topP, maxTokens } = config.policy
  const samplingOf = (agent: string, model: string): Sampling => ({
    model,
    temperature,
    topP,
    maxTokens,
    key: playerKey(root, key, agent),
  })
  return {
    id: episodeId(key),
    task,
    key: episodeKey(root, key, 'world'),
    players: Object.fromEntries(
      Object.entries(players).map(([agent, model]) => [agent, { kind: 'model', sampling: samplingOf(agent, model) }]),
    ),
    observers: {},
    ...(tree === undefined ? {} : { tree }),
  }
}

/** A question that the policy answers instead of a task. */
export const questionRequest = (where: Where, key: EpisodeKey, question: LabelledQuestion): RolloutRequest => ({
  ...policyRequest(where, key, null),
  question,
})

/** Every episode of the groups, played by the policy or by these models, without observers. */
export const policyRequests = (
  where: Where,
  groups: readonly PlannedGroup[],
  options: PolicyRequestOptions = {},
): readonly RolloutRequest[] =>
  groups.flatMap(({ keys, task }) => keys.map(key => policyRequest(where, key, task, options)))

export interface Where {
  readonly config: RunConfig
  readonly root: Key
}
