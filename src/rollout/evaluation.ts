/** Measures the policy on held-out tasks. Trains nothing. */
import type { Split } from '../contracts/worlds/environment.ts'
import type { World } from '../contracts/worlds/world.ts'
import { zip } from '../math/zip.ts'
import type { EpisodeKey } from '../contracts/episode.ts'
import { derive, randomFrom, rootKey } from '../math/random.ts'
import type { RunConfig } from '../config/config.ts'
import type { Success } from '../contracts/metrics.ts'
import { nth } from '../math/nth.ts'
import { mean, shareOf } from '../math/statistics.ts'
import { actionsOf, truncatedShare } from './truncated-share.ts'
import { tasksDigest } from './tasks-digest.ts'
import { policyAlone, policyRequest, type PlayerModels } from './rollout-requests.ts'
import type { Rollouts } from '../contracts/messages/rollouts.ts'

/** Held-out tasks are the same for every run of a world: seeds of runs do not touch them. */
const heldOutKey = derive(rootKey(0), 'held out')

/** The first `count` held-out tasks of a split; none where the world makes no tasks. */
export function heldOutTasks({ generate }: Pick<World, 'generate'>, split: Split, count: number): readonly unknown[] {
  if (generate === undefined) return []
  return Array.from({ length: count }, (_, index) => heldOutTask({ generate }, split, index))
}

/** One of them. @throws {RangeError} where the world makes no tasks. */
export function heldOutTask({ generate }: Pick<World, 'generate'>, split: Split, index: number): unknown {
  if (generate === undefined) throw new RangeError('a world that makes no tasks has none by index')
  return generate(split, randomFrom(derive(heldOutKey, split, index)))
}

/** Success on the tasks, in one episode each or `evaluation.answers`, at each temperature; nothing without tasks. */
export async function measureSuccess(
  rollouts: Rollouts,
  config: RunConfig,
  {
    split,
    tasks,
    temperatures,
    players = policyAlone,
  }: {
    readonly split: Split
    readonly tasks: readonly unknown[]
    readonly temperatures: readonly number[]
    /** The policy alone if left out. */
    readonly players?: PlayerModels
  },
): Promise<readonly Success[]> {
  if (tasks.length === 0) return []
  const [root, digest] = [rootKey(config.seed), tasksDigest(tasks)]
  const { answers } = config.evaluation
  /* [temperatures][answers][tasks] */
  const requests = temperatures.map((temperature, index) =>
    Array.from({ length: answersAt(temperature, answers) }, (_, answer) =>
      tasks.map((task, slot) => {
        const key = { ...evaluationKey(`${split} evaluation`, index, slot), iteration: answer }
        return policyRequest({ config, root }, key, task, { temperature, players })
      }),
    ),
  )
  const played = await rollouts.play(requests.flat(2))
  return zip(temperatures, requests).map(([temperature, own]) => {
    const rollouts = own.map(each => each.map(({ id }) => played.rollouts.get(id)))
    const won = rollouts.map(each => each.map(rollout => rollout?.episode.won ?? null))
    const outcomes = nth(won, 0)
    const truncated = truncatedShare(
      rollouts.flat().flatMap(rollout => (rollout === undefined ? [] : actionsOf(rollout.episode.steps))),
    )
    const valid = outcomes.filter(won => won !== null)
    const whole = tasks.map((_, task) => won.map(each => nth(each, task))).filter(each => !each.includes(null))
    const solved = shareOf(whole.map(each => each.includes(true)))
    return {
      split,
      temperature,
      tasks: valid.length,
      rate: shareOf(valid) ?? 0,
      ...(won.length === 1 || solved === null
        ? {}
        : { pass: { k: won.length, rate: solved, mean: mean(whole.flat().map(Number)) } }),
      ...(truncated === null ? {} : { truncated }),
      wins: outcomes.map(outcomeMark).join(''),
      digest,
    }
  })
}

/** As `Success.wins` has it. */
const outcomeMark = (won: boolean | null): string => (won === null ? '-' : won ? '1' : '0')

/** Greedy ones would all be the same. */
export const answersAt = (temperature: number, answers: number): number => (temperature === 0 ? 1 : answers)

export const evaluationKey = (use: string, episode: number, slot: number): EpisodeKey => ({
  use,
  iteration: 0,
  slot,
  episode,
})
