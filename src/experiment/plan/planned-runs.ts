/** A plan as a list of runs, each with its complete configuration. */
import { join, resolve } from 'node:path'
import { ConfigError } from '../../config/config-error.ts'
import { environmentSource, starterFolderName } from '../../config/environment-source.ts'
import type { RunConfig } from '../../config/config.ts'
import { isTree, laidOver, type Tree } from '../../config/tree.ts'
import type { Measure } from '../../contracts/measure.ts'
import { loadWorld } from '../../rollout/load-world.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { lookUp } from '../../math/look-up.ts'
import { parseMeasure, unmeasured } from '../results/measure.ts'
import type { ExperimentPlan } from './experiment-plan.ts'
import { requireTestable, type PlannedArm } from './testable.ts'

export interface PlannedRun {
  /** `ARM-SEED`, also the name of its folder. */
  readonly name: string
  readonly arm: string
  readonly seed: number
  /** Folder of the run. */
  readonly directory: string
  readonly config: RunConfig
  /** Starters of the plan that it starts from, by name; `null` where the configuration says it. */
  readonly starters: string | null
}

export interface PlannedRunsOptions {
  /** Folder of the experiment. */
  readonly directory: string
  /** Runs that are made at a time, 1: each gets its part of the engine's threads, where the plan does not set them. */
  readonly jobs?: number
  /** Whether whole runs are on workers, each with all of the engine's threads there; left out, they are here. */
  readonly onWorkers?: boolean
}

/**
 * The runs of a plan: all arms of the first seed, then of the next. A run is the same whatever else is in the plan.
 *
 * @throws {ConfigError} naming the arm, if its settings are refused; or the comparison, if these runs would not allow it.
 */
export async function plannedRuns(
  plan: ExperimentPlan,
  { directory, jobs = 1, onWorkers = false }: PlannedRunsOptions,
): Promise<readonly PlannedRun[]> {
  const arms = new Map<string, PlannedArm>()
  for (const arm of Object.keys(plan.arms)) {
    const config = await armConfig(plan, arm, { directory, jobs, onWorkers })
    arms.set(arm, { config, measures: await measuresOf(config) })
  }
  requireMeasured(plan, arms)
  requireTestable(plan, arms)
  return plan.seeds.flatMap(seed =>
    Object.entries(plan.arms).map(([arm, { starters }]) => ({
      name: `${arm}-${seed}`,
      arm,
      seed,
      directory: join(directory, 'runs', `${arm}-${seed}`),
      config: { ...lookUp(arms, arm).config, seed },
      starters,
    })),
  )
}

/** @throws {ConfigError} for a measure that no arm measures, and for success that one does not. */
function requireMeasured({ measures }: ExperimentPlan, arms: ReadonlyMap<string, PlannedArm>): void {
  for (const text of measures) {
    const measure = parseMeasure(text)
    const lacking = [...arms].flatMap(([arm, { config, measures: own }]) => {
      const why = unmeasured(measure, config, own)
      return why === null ? [] : [`the settings of the arm ${arm} do not measure ${text}: ${why}`]
    })
    const [first] = lacking
    if (first !== undefined && (lacking.length === arms.size || measure.kind !== 'measure'))
      throw new ConfigError(first)
  }
}

/** Of the method of a configuration, in its world. */
async function measuresOf(config: RunConfig): Promise<readonly Measure[]> {
  const { loadMethod } = await import('../../methods/registry/registry.ts')
  const { measures } = await loadMethod(config.method)
  return measures(config, await loadWorld(environmentSource(config.environment)))
}

/** Folder of starters of a plan. */
export const startersFolder = (directory: string, name: string): string => join(resolve(directory), 'starters', name)

/** The world and preset of a plan under some settings. @throws {ConfigError} naming `where` they are, if they are refused. */
export async function plannedConfig(
  { world, preset }: ExperimentPlan,
  settings: unknown,
  where: string,
): Promise<RunConfig> {
  /* Late: it knows all methods, which only those who read a plan need. */
  const { loadRunConfig } = await import('../../methods/registry/run-config.ts')
  try {
    return await loadRunConfig(laidOver({ environment: { name: world } }, settings), preset)
  } catch (error) {
    throw new ConfigError(`${where}: ${reasonOf(error)}`, { cause: error })
  }
}

async function armConfig(
  plan: ExperimentPlan,
  name: string,
  { directory, jobs, onWorkers }: Required<PlannedRunsOptions>,
): Promise<RunConfig> {
  const arm = lookUp(new Map(Object.entries(plan.arms)), name)
  const settings = laidOver(plan.settings, arm.settings) as Tree
  const own = await plannedConfig(plan, settings, `the settings of the arm ${name}`)
  const config =
    arm.starters === null ? own : { ...own, starters: startersIn(startersFolder(directory, arm.starters), own) }
  const isHere = !onWorkers || Object.keys(config.placement).length > 0
  return withPartOfThreads(config, settings, isHere ? jobs : 1)
}

/** The models of a folder of starters that the method of the configuration starts from. */
function startersIn(folder: string, { starters }: RunConfig): RunConfig['starters'] {
  const made = Object.keys(starters).map((name): [string, string] => [name, join(folder, starterFolderName(name))])
  return { ...starters, ...Object.fromEntries(made) }
}

/** Each of several runs at a time gets its part of the engine's threads, at least one, unless `settings` say how many. */
export function withPartOfThreads(config: RunConfig, { engine }: Tree, jobs: number): RunConfig {
  if (isTree(engine) && (Object.hasOwn(engine, 'threads') || Object.hasOwn(engine, 'replicas'))) return config
  const threads = Math.max(1, Math.floor(config.engine.threads / jobs))
  return { ...config, engine: { ...config.engine, threads } }
}
