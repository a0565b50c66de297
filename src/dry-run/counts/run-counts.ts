/** Episodes of a run, by what they are for. Pure. */
import type { RunConfig } from '../../config/config.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { maxOffPolicyIterations } from '../../learning/staleness.ts'
import type { Method } from '../../methods/method.ts'
import { rewardModelKindOf } from '../../reward/kinds/choose.ts'
import { episodesPerWorker } from '../../rollout/rollouts.ts'
import { atMost, exactly, times } from '../forecast/amount.ts'
import type { Amount } from '../forecast/forecast.ts'
import { evaluationCount, evaluationEpisodes } from './evaluations.ts'
import { groupsOf, type Groups } from './groups.ts'

export interface RunCounts {
  /** Whether there is a reward model; whether it judges the episodes of iterations; whether tasks are changed. */
  readonly hasJudge: boolean
  readonly judges: boolean
  readonly adapts: boolean
  readonly groups: Groups
  /** Of an iteration, those of them that may be trained on, and those under way at once. */
  readonly episodes: Amount
  readonly trainedOn: Amount
  readonly atOnce: Amount
  /** Measurements; episodes of the policy in each; and fixed episodes that are judged in each, played once. */
  readonly evaluations: number
  readonly measured: number
  readonly probed: number
}

export function runCounts(config: RunConfig, world: World, { actors }: Pick<Method, 'actors'>): RunCounts {
  const hasJudge = actors.includes('observer')
  const adapts = actors.includes('adapter') && config.adaptation.enabled && world.editor !== undefined
  const groups = groupsOf(config, adapts)
  const perGroup = exactly(config.tasks.episodes)
  const episodes = times(groups.all, perGroup)
  const ahead = { about: episodes.about, most: episodes.most * (1 + maxOffPolicyIterations(config)) }
  const makesTasks = world.generate !== undefined
  return {
    hasJudge,
    judges: hasJudge && config.feedback.source === 'judge',
    adapts,
    groups,
    episodes,
    trainedOn: times(groups.training, perGroup),
    atOnce: atMost(ahead, config.environment.threads * episodesPerWorker),
    evaluations: evaluationCount(config),
    measured: evaluationEpisodes(config, makesTasks),
    probed: hasJudge && makesTasks ? config.evaluation.probeTasks * rewardModelKindOf(world).probeEpisodes(config) : 0,
  }
}
