/** Searches a world for reward without success, as training would find it. */
import type { RunConfig } from '../../config/config.ts'
import { environmentSource } from '../../config/environment-source.ts'
import type { Rollout } from '../../contracts/episode.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { readTasks } from '../../curriculum/task-file.ts'
import { derive, rootKey } from '../../math/random.ts'
import { nth } from '../../math/nth.ts'
import { completeFormulation } from '../../methods/rlanything/run-formulation.ts'
import { loadFormulation } from '../../methods/rlanything/load-formulation.ts'
import type { Formulas } from '../../methods/rlanything/formulation/formulation.ts'
import { simulated } from '../../rollout/episode/simulated.ts'
import { heldOutTask } from '../../rollout/evaluation.ts'
import { loadWorld } from '../../rollout/load-world.ts'
import type { AttackAttempt, PlayAttempts, PlayedAttempt } from './attempt.ts'
import { payOf, paysAsSuccess, shareOfSuccess, type Pay, type References } from './pay.ts'
import { openHere, playing, type PlayerOptions } from './players.ts'
import { idle, probes } from './probes.ts'
import { choosing, search } from './search.ts'
import { shrunk } from './shrink.ts'

/**
 * `reward`, `advantage`, `ownReward`: an episode that is not won is paid by it no less than one that is. `grader`: words that are no
 * action of the world win. `invalid`: an action makes the episode, or all votes on it, impossible, so that it leaves its group instead of being lost.
 * `fork`: what is done in a fork of an episode reaches the episode itself.
 */
export type HoleKind = 'reward' | 'advantage' | 'ownReward' | 'grader' | 'invalid' | 'fork'

export interface Hole {
  readonly kind: HoleKind
  /** How it was thought of. */
  readonly by: AttackAttempt['kind'] | 'fork'
  readonly task: unknown
  /** The shortest that were found. */
  readonly actions: readonly string[]
  /** `null` where the episode could not be played. */
  readonly pay: Pay | null
  /** Why the episode could not be played; left out where it could. */
  readonly reason?: string
}

export interface AttackOptions extends PlayerOptions {
  /** A name or a file; `null` is that of the configuration. */
  readonly formulation: string | null
  /** Episodes to play before those that shrink a find. */
  readonly budget: number
}

export interface Attacked {
  /** One of each kind at most. */
  readonly holes: readonly Hole[]
  /** Episodes, of references and shrinking too. */
  readonly played: number
  /** The largest share of a success's pay that an episode without success got. */
  readonly mostPaid: number
}

/** @throws {RangeError} if the world is a vector world, or makes no tasks and the configuration has no file of them. */
export async function attack(options: AttackOptions): Promise<Attacked> {
  const { config, seed } = options
  const world = await loadWorld(environmentSource(config.environment))
  if (world.vectors !== undefined)
    throw new RangeError(`environment.name must be a world of texts, got ${world.name}, whose actions are numbers`)
  const task = await taskOf(world, config, seed)
  const formulas = await formulasOf(options)
  return playing(options, { world, task }, play => attackTask(world, task, { ...options, formulas, play }))
}

/** The formulation of an attack, completed as for training. */
export async function formulasOf({
  config,
  formulation,
}: Pick<AttackOptions, 'config' | 'formulation'>): Promise<Formulas> {
  return completeFormulation(
    formulation === null ? { name: 'that of the configuration' } : await loadFormulation(formulation),
    config,
  )
}

async function taskOf(world: World, config: RunConfig, seed: number): Promise<unknown> {
  if (world.generate !== undefined) return heldOutTask(world, 'train', seed)
  const { file } = config.tasks
  if (file === null) throw new RangeError(`tasks.file must be set: ${world.name} makes no tasks`)
  const tasks = await readTasks(file, null, world)
  return nth(tasks, seed % tasks.length)
}

interface TaskAttack extends AttackOptions {
  readonly formulas: Formulas
  readonly play: PlayAttempts
}

async function attackTask(world: World, task: unknown, options: TaskAttack): Promise<Attacked> {
  const { formulas, rewardModel, budget, seed } = options
  let played = 0
  const play: PlayAttempts = attempts => {
    played += attempts.length
    return options.play(attempts)
  }
  const key = derive(rootKey(seed), 'attack')
  const expert = expertly(world, task, key)
  const references = await referencesOf(play, expert, world.name)
  const voted = rewardModel !== null
  const finding = { formulas, references, voted }
  const even = payOf(formulas, references.nothing, references, voted).reward
  if (expert.length === 0 && even.success <= even.nothing)
    throw new RangeError(
      `formulation must pay for the outcome in ${world.name}, which has no expert: by it success is paid no more than doing nothing`,
    )
  const found = new Map<HoleKind, PlayedAttempt>()
  let mostPaid = -Infinity
  const valuesOf = async (attempts: readonly AttackAttempt[]): Promise<readonly number[]> =>
    (await play(attempts)).map(one => {
      const pay = payIn(one, finding)
      const kind = holeIn(one, pay)
      const known = kind === null ? undefined : found.get(kind)
      if (kind !== null && (known === undefined || one.actions.length < known.actions.length)) found.set(kind, one)
      if (pay === null || one.rollout?.episode.won === true) return -Infinity
      const value = shareOfSuccess(pay)
      mostPaid = Math.max(mostPaid, value)
      return value
    })
  const { opening } = references.nothing.episode
  const limit = world.stepLimit(task)
  const material = {
    expert,
    own: ownActions(world, task, key),
    limit,
    programs: world.unitTesting !== undefined,
    opening,
  }
  await valuesOf(probes(material).slice(0, Math.max(0, budget - played)))
  const { simulator } = world
  const left = budget - played
  if (left > 0 && simulator !== undefined && !material.programs)
    await search({
      actionsBy: choosing(simulator, task, key),
      limit,
      key: derive(key, 'search'),
      budget: left,
      valuesOf,
    })
  const holes: Hole[] = []
  for (const [kind, attempt] of found) {
    const isStill = async (actions: readonly string[]) => {
      const [again] = await play([{ ...attempt, actions }])
      return again !== undefined && holeIn(again, payIn(again, finding)) === kind
    }
    const [last] = await play([{ ...attempt, actions: await shrunk(attempt.actions, isStill) }])
    if (last !== undefined) holes.push(holeOf(kind, task, last, finding))
  }
  if (await forkLeaks(world, task, key, expert))
    holes.push({ kind: 'fork', by: 'fork', task, actions: expert, pay: null })
  return { holes, played, mostPaid }
}

interface Finding {
  readonly formulas: Formulas
  readonly references: References
  readonly voted: boolean
}

function holeOf(kind: HoleKind, task: unknown, one: PlayedAttempt, finding: Finding): Hole {
  const { rollout, invalid, actions, kind: by } = one
  const taken = rollout?.episode.steps.map(({ action }) => action) ?? actions
  const pay = payIn(one, finding)
  return { kind, by, task, actions: taken, pay, ...(invalid === undefined ? {} : { reason: invalid }) }
}

/** `null` where it could not be played. */
export const payIn = ({ rollout }: PlayedAttempt, { formulas, references, voted }: Finding): Pay | null =>
  rollout === null ? null : payOf(formulas, rollout, references, voted)

/** The hole that an attempt is; `null` where it is none. */
export function holeIn({ kind, rollout }: PlayedAttempt, pay: Pay | null): HoleKind | null {
  if (rollout === null || pay === null) return 'invalid'
  if (rollout.episode.won) return kind === 'words' || kind === 'nothing' ? 'grader' : null
  return pay.steps.every(({ reward }) => reward === null) ? 'invalid' : paysAsSuccess(pay)
}

/** @throws {RangeError} if doing nothing cannot be played. */
export async function referencesOf(play: PlayAttempts, expert: readonly string[], world: string): Promise<References> {
  const [still, success] = await play([
    { kind: 'nothing', actions: [idle] },
    { kind: 'searched', actions: expert.length === 0 ? [idle] : expert },
  ])
  const idled = still?.rollout ?? null
  if (idled === null) throw new RangeError(`${world} must be playable, doing nothing: ${still?.invalid ?? ''}`)
  const won = success?.rollout ?? idled
  const steps = idled.episode.steps.map(({ reward: _, ...step }) => step)
  const plain: Rollout = { episode: { ...idled.episode, steps, won: true, score: 1 }, notes: idled.notes }
  return { nothing: idled, success: won.episode.won ? won : plain }
}

/** The expert's actions to success; none where it has no expert, or that does not succeed. */
export function expertly({ simulator }: World, task: unknown, key: ReturnType<typeof rootKey>): readonly string[] {
  if (simulator === undefined) return []
  const { steps } = simulated(simulator, task, state => simulator.expert(state), key)
  return steps.map(({ action }) => action)
}

function ownActions({ simulator, language }: World, task: unknown, key: ReturnType<typeof rootKey>): readonly string[] {
  const all = simulator === undefined ? language?.phrases : simulator.admissible(simulator.start(task, key).state)
  return (all ?? []).slice(0, 12)
}

/** Whether the expert's success in a fork is one of the episode that was forked. */
async function forkLeaks(
  world: World,
  task: unknown,
  key: ReturnType<typeof rootKey>,
  expert: readonly string[],
): Promise<boolean> {
  if (world.forks !== true || world.unitTesting !== undefined || expert.length === 0) return false
  const episode = await openHere(world, task, key)
  try {
    const fork = await episode.fork?.()
    if (fork === undefined) return false
    for (const action of expert) await fork.act(action)
    await fork.close()
    return (await episode.act(idle)).won
  } finally {
    await episode.close()
  }
}
