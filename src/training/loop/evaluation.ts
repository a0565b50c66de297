/** Measures the policy on held-out tasks, and the judge on fixed episodes. Trains nothing. */
import type { Environment, Split } from '../../environment.ts'
import { episodeId, type EpisodeKey } from '../../episode.ts'
import { derive, randomFrom, rootKey } from '../../math/random.ts'
import type { RunConfig } from '../config/config.ts'
import { judgeQuality, shareOf } from './measure.ts'
import type { JudgeQuality, Success } from '../metrics.ts'
import { judgingOf, policyOrder } from './orders.ts'
import type { PlayOrder, Rollouts } from './rollouts.ts'

/** Held-out tasks are the same for every run of a world: seeds of runs do not touch them. */
const heldOutKey = derive(rootKey(0), 'held out')

/** The first `count` held-out tasks of a split. */
export const heldOutTasks = (world: Environment<unknown, unknown>, split: Split, count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => world.generate(split, randomFrom(derive(heldOutKey, split, index))))

/** Success on the tasks, one episode each, at each temperature. */
export async function measureSuccess(
  rollouts: Rollouts,
  config: RunConfig,
  { split, tasks, temperatures }: { split: Split; tasks: readonly unknown[]; temperatures: readonly number[] },
): Promise<readonly Success[]> {
  const root = rootKey(config.seed)
  const orders = temperatures.map((temperature, index) =>
    tasks.map((task, slot) =>
      policyOrder(config, root, evaluationKey(`${split} evaluation`, index, slot), task, temperature),
    ),
  )
  const played = await rollouts.play(orders.flat())
  return temperatures.map((temperature, index) => {
    const valid = orders[index]!.flatMap(({ id }) => played.rollouts.get(id) ?? [])
    return { split, temperature, tasks: valid.length, rate: shareOf(valid, ({ episode }) => episode.won) }
  })
}

/** One step sequence that judges are compared on: a task and the actions that were taken. */
export interface ProbeEpisode {
  readonly task: unknown
  readonly actions: readonly string[]
}

/** Lets the policy as it is play unseen tasks, to be replayed before every judge to come. */
export async function recordProbe(
  rollouts: Rollouts,
  config: RunConfig,
  tasks: readonly unknown[],
): Promise<readonly ProbeEpisode[]> {
  const root = rootKey(config.seed)
  const orders = tasks.map((task, slot) => policyOrder(config, root, evaluationKey('probe', 0, slot), task))
  const played = await rollouts.play(orders)
  return orders.flatMap(({ id, task }) => {
    const rollout = played.rollouts.get(id)
    return rollout === undefined ? [] : [{ task, actions: rollout.episode.steps.map(({ action }) => action) }]
  })
}

/** The judge as it is on the probe episodes, which are replayed action by action. */
export async function measureJudge(
  rollouts: Rollouts,
  config: RunConfig,
  probe: readonly ProbeEpisode[],
): Promise<JudgeQuality> {
  const root = rootKey(config.seed)
  const orders = probe.map(({ task, actions }, slot): PlayOrder => {
    const key = evaluationKey('probe', 1, slot)
    return { id: episodeId(key), task, player: { kind: 'script', actions }, judging: judgingOf(config, root, key) }
  })
  const played = await rollouts.play(orders)
  return judgeQuality(
    orders.flatMap(({ id }) => played.rollouts.get(id) ?? []),
    config.feedback.lambda,
  )
}

const evaluationKey = (use: string, episode: number, slot: number): EpisodeKey => ({ use, iteration: 0, slot, episode })
