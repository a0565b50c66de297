/** Episodes of a run, by their purpose. Pure. */
import type { RunConfig } from '../../config/config.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { maxOffPolicyIterations } from '../../learning/staleness.ts'
import type { MethodWork } from '../../methods/method-work.ts'
import { episodesPerWorker } from '../../rollout/rollouts.ts'
import { atMost, exactly, times } from './amount.ts'
import type { Amount } from './forecast.ts'
import { evaluationCount, evaluationEpisodes } from './evaluations.ts'
import { groupsOf, type Groups } from './groups.ts'

export interface RunCounts extends MethodWork {
  readonly groups: Groups
  /** Of an iteration, those of them that may be trained on, and those under way at once. */
  readonly episodes: Amount
  readonly trainedOn: Amount
  readonly atOnce: Amount
  /** Measurements; episodes of the policy in each; and fixed episodes that are voted on in each, played once. */
  readonly evaluations: number
  readonly measured: number
  readonly probed: number
}

export function runCounts(config: RunConfig, world: World, { observer, proposer }: MethodWork): RunCounts {
  const groups = groupsOf(config, proposer)
  const perGroup = exactly(config.tasks.episodes)
  const episodes = times(groups.all, perGroup)
  const ahead = { about: episodes.about, most: episodes.most * (1 + maxOffPolicyIterations(config)) }
  const makesTasks = world.generate !== undefined
  return {
    observer,
    proposer,
    groups,
    episodes,
    trainedOn: times(groups.training, perGroup),
    atOnce: atMost(ahead, config.environment.threads * episodesPerWorker),
    evaluations: evaluationCount(config),
    measured: evaluationEpisodes(config, makesTasks),
    probed: observer?.probed ?? 0,
  }
}
