/** Settings that the authors of a world recommend for it: they override the defaults, and the user's settings override them. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reasonOf } from '../contracts/failure.ts'
import { nearestHint } from '../text/nearest.ts'
import { shown } from '../text/shown.ts'
import { presetModule } from './environment-source.ts'
import { parseWarmStartRecipe } from './warm-start-recipe.ts'
import { ConfigError } from './checked.ts'
import { parseRunConfig, type RunConfig } from './config.ts'
import { isTree, laidOver, type Tree } from './tree.ts'

/** Recommended settings; either part may be empty. */
export interface Preset {
  /** A part of a run's configuration. */
  readonly config: Tree
  /** A part of a recipe for warm starts. */
  readonly recipe: Tree
}

/** All presets of a world. Its module has the parts of the default one and, by name under `presets`, changes to it. */
interface Presets extends Preset {
  readonly named: Readonly<Record<string, Preset>>
}

/**
 * A preset of a world; the default one is empty where the world has none.
 *
 * @param environment as in `environment.name`.
 * @param name of one of the presets of that world, laid over its default one; `null` is the default one.
 * @throws {ConfigError} if the module cannot be loaded, or says what is refused: by the file and the path in it; if the
 *   world has no preset of that name.
 */
export async function loadPreset(environment: string, name: string | null = null): Promise<Preset> {
  const { named, ...usual } = await presetsOf(environment)
  if (name === null) return usual
  const found = Object.hasOwn(named, name) ? named[name] : undefined
  if (found === undefined) throw unknownPreset(environment, name, Object.keys(named))
  return over(usual, found)
}

/**
 * The names that `loadPreset` knows, in the order of the module.
 *
 * @throws {ConfigError} as `loadPreset`.
 */
export const presetNames = async (environment: string): Promise<readonly string[]> =>
  Object.keys((await presetsOf(environment)).named)

/**
 * The complete configuration: the defaults, under a preset of the world, under `value`.
 *
 * @param preset as `loadPreset` takes it.
 * @throws {ConfigError} as `parseRunConfig`; what `loadPreset` throws.
 */
export async function loadRunConfig(value: unknown, preset: string | null = null): Promise<RunConfig> {
  const name = nameIn(value)
  if (typeof name !== 'string' || name === '') return parseRunConfig(value)
  const { config } = await loadPreset(name, preset)
  return parseRunConfig(laidOver(laidOver(config, { environment: { name } }), value))
}

const over = (lower: Preset, upper: Preset): Preset => ({
  config: laidOver(lower.config, upper.config) as Tree,
  recipe: laidOver(lower.recipe, upper.recipe) as Tree,
})

function unknownPreset(environment: string, name: string, known: readonly string[]): ConfigError {
  if (known.length === 0)
    return new ConfigError(
      `preset must be left out for ${environment}, which has no presets by name, got ${shown(name)}`,
    )
  return new ConfigError(
    `preset of ${environment} must be ${known.join(' or ')}, got ${shown(name)}${nearestHint(name, known)}`,
  )
}

/** The world of the settings, or that of the defaults. */
function nameIn(value: unknown): unknown {
  if (!isTree(value)) return null
  const { environment = {} } = value
  if (!isTree(environment)) return null
  return environment['name'] ?? parseRunConfig({}).environment.name
}

async function presetsOf(environment: string): Promise<Presets> {
  const url = presetModule(environment)
  if (!existsSync(url)) return { config: {}, recipe: {}, named: {} }
  return parsePresets(`the preset ${fileURLToPath(url)}`, environment, await defaultOf(url))
}

async function defaultOf(url: URL): Promise<unknown> {
  try {
    const { default: found } = (await import(url.href)) as { readonly default?: unknown }
    return found
  } catch (error) {
    throw new ConfigError(`the preset ${fileURLToPath(url)} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  }
}

function parsePresets(where: string, world: string, value: unknown): Presets {
  const { presets = {}, ...parts } = objectIn(where, 'default', value)
  const usual = parsePart(where, '', parts)
  const named = Object.entries(objectIn(where, 'presets', presets)).map(([name, part]): [string, Preset] => [
    name,
    parsePart(where, `presets.${name}.`, objectIn(where, `presets.${name}`, part)),
  ])
  check(where, world, usual)
  for (const [name, preset] of named) check(`${where}: presets.${name}`, world, over(usual, preset))
  return { ...usual, named: Object.fromEntries(named) }
}

function objectIn(where: string, part: string, value: unknown): Tree {
  if (isTree(value)) return value
  const what =
    part === 'default' ? `${where} must export an object as its default` : `${where}: ${part} must be an object`
  throw new ConfigError(`${what}, got ${String(value)}`)
}

/** @param path of it in the module, with a dot; empty of the default one. */
function parsePart(where: string, path: string, value: Tree): Preset {
  const odd = Object.keys(value).find(key => key !== 'config' && key !== 'recipe')
  if (odd !== undefined) {
    const known = path === '' ? 'config, recipe and presets' : 'config and recipe'
    throw new ConfigError(`${where}: ${path}${odd} is no part of a preset; there are ${known}`)
  }
  const { config = {}, recipe = {} } = value
  return {
    config: objectIn(where, `${path}config`, config),
    recipe: objectIn(where, `${path}recipe`, recipe),
  }
}

function check(where: string, name: string, { config, recipe }: Preset): void {
  checking(where, () => parseRunConfig(laidOver(config, { environment: { name } })))
  checking(where, () => parseWarmStartRecipe(recipe))
}

/** Errors in a preset name its file. */
function checking(where: string, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    throw new ConfigError(`${where}: ${reasonOf(error)}`, { cause: error })
  }
}
