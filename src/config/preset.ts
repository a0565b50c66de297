/** Settings that the authors of a world recommend for it: they override the defaults, and the user's settings override them. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reasonOf } from '../contracts/failure.ts'
import { presetModule } from './environment-source.ts'
import { parseWarmStartRecipe } from './warm-start-recipe.ts'
import { ConfigError } from './checked.ts'
import { parseRunConfig, type RunConfig } from './config.ts'
import { isTree, laidOver, type Tree } from './tree.ts'

/** The default export of a world's preset module; either part may be left out. */
export interface Preset {
  /** A part of a run's configuration. */
  readonly config: Tree
  /** A part of a recipe for warm starts. */
  readonly recipe: Tree
}

/**
 * The preset of a world; an empty one where the world has none.
 *
 * @param environment as in `environment.name`.
 * @throws {ConfigError} if it cannot be loaded, or says what is refused: by the file and the path in it.
 */
export async function loadPreset(environment: string): Promise<Preset> {
  const url = presetModule(environment)
  if (!existsSync(url)) return { config: {}, recipe: {} }
  return parsePreset(`the preset ${fileURLToPath(url)}`, environment, await defaultOf(url))
}

/**
 * The complete configuration: the defaults, under the preset of the world, under `value`.
 *
 * @throws {ConfigError} as `parseRunConfig`; what `loadPreset` throws.
 */
export async function loadRunConfig(value: unknown): Promise<RunConfig> {
  const name = nameIn(value)
  if (typeof name !== 'string' || name === '') return parseRunConfig(value)
  const { config } = await loadPreset(name)
  return parseRunConfig(laidOver(laidOver(config, { environment: { name } }), value))
}

/** The world of the settings, or that of the defaults. */
function nameIn(value: unknown): unknown {
  if (!isTree(value)) return null
  const { environment = {} } = value
  if (!isTree(environment)) return null
  return environment['name'] ?? parseRunConfig({}).environment.name
}

async function defaultOf(url: URL): Promise<unknown> {
  try {
    const { default: found } = (await import(url.href)) as { readonly default?: unknown }
    return found
  } catch (error) {
    throw new ConfigError(`the preset ${fileURLToPath(url)} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  }
}

function parsePreset(where: string, name: string, value: unknown): Preset {
  if (!isTree(value)) throw new ConfigError(`${where} must export an object as its default, got ${String(value)}`)
  const odd = Object.keys(value).find(key => key !== 'config' && key !== 'recipe')
  if (odd !== undefined) throw new ConfigError(`${where}: ${odd} is no part of a preset; there are config and recipe`)
  const { config = {}, recipe = {} } = value
  for (const [part, found] of Object.entries({ config, recipe }))
    if (!isTree(found)) throw new ConfigError(`${where}: ${part} must be an object, got ${String(found)}`)
  checking(where, () => parseRunConfig(laidOver(config, { environment: { name } })))
  checking(where, () => parseWarmStartRecipe(recipe))
  return { config: config as Tree, recipe: recipe as Tree }
}

/** Errors in a preset name its file. */
function checking(where: string, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    throw new ConfigError(`${where}: ${reasonOf(error)}`, { cause: error })
  }
}
