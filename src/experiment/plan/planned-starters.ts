/** The starters of a plan, each with the world that it is made in. */
import { ConfigError } from '../../config/config-error.ts'
import type { RunConfig } from '../../config/config.ts'
import { loadPreset } from '../../config/preset.ts'
import { isTree, laidOver, type Tree } from '../../config/tree.ts'
import { parseWarmStartRecipe, type WarmStartRecipe } from '../../config/warm-start-recipe.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { rewardSettingsOf } from '../../reward/settings.ts'
import type { ExperimentPlan } from './experiment-plan.ts'
import { plannedConfig, startersFolder, withPartOfThreads, type PlannedRunsOptions } from './planned-runs.ts'
import { sameData } from '../../contracts/same-data.ts'

export interface PlannedStarters {
  readonly name: string
  readonly folder: string
  /** The settings of the plan in the world of the arms that name the starters, with the view of their reward model. Its seed is not one of the plan's. */
  readonly config: RunConfig
  readonly preset: string | null
  /** Complete. */
  readonly recipe: WarmStartRecipe
  /** Arms whose runs start from them. */
  readonly arms: readonly string[]
}

/**
 * The starters of a plan, in its order.
 *
 * @throws {ConfigError} naming the starters, if their recipe is refused, or their arms are in different worlds or their reward models have different views.
 */
export async function plannedStarters(
  plan: ExperimentPlan,
  { directory, jobs = 1 }: PlannedRunsOptions,
): Promise<readonly PlannedStarters[]> {
  const planned: PlannedStarters[] = []
  for (const [name, given] of Object.entries(plan.starters)) {
    const arms = Object.entries(plan.arms).flatMap(([arm, { starters }]) => (starters === name ? [arm] : []))
    const config = await configOf(plan, name, arms)
    planned.push({
      name,
      folder: startersFolder(directory, name),
      config: withPartOfThreads(config, plan.settings, jobs),
      preset: plan.preset,
      recipe: await recipeOf(plan, name, given),
      arms,
    })
  }
  return planned
}

async function configOf(plan: ExperimentPlan, name: string, arms: readonly string[]): Promise<RunConfig> {
  const configs: RunConfig[] = []
  for (const arm of arms) {
    const settings = laidOver(plan.settings, madeFor(plan.arms[arm]?.settings ?? {}))
    configs.push(await plannedConfig(plan, settings, `the world of the arm ${arm}`))
  }
  const [first] = configs
  if (first === undefined) throw new ConfigError(`starters.${name} must be named by an arm`)
  const requireAlike = (what: string, of: (config: RunConfig) => unknown): void => {
    const other = configs.findIndex(config => !sameData(of(config), of(first)))
    if (other < 0) return
    throw new ConfigError(
      `starters.${name} are made ${what} of their arms, and ${arms[0]} and ${arms[other]} have different ones: give each its own starters`,
    )
  }
  requireAlike('in the world', ({ environment }) => environment)
  requireAlike('for the rewardModel.view', viewOf)
  return first
}

/** The input of a reward model made for these settings. */
export const viewOf = (config: RunConfig): string => rewardSettingsOf(config)?.rewardModel.view ?? 'history'

/** The settings of an arm that its starters depend on. */
function madeFor({ environment = {}, rewardModel }: Tree): Tree {
  const hasView = isTree(rewardModel) && Object.hasOwn(rewardModel, 'view')
  return { environment, ...(hasView ? { rewardModel: { view: rewardModel['view'] } } : {}) }
}

async function recipeOf(plan: ExperimentPlan, name: string, given: unknown): Promise<WarmStartRecipe> {
  const { recipe } = await loadPreset(plan.world, plan.preset)
  try {
    return parseWarmStartRecipe(laidOver(recipe, given))
  } catch (error) {
    throw new ConfigError(`starters.${name}: ${reasonOf(error)}`, { cause: error })
  }
}
