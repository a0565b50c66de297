/** Settings that the authors of a world recommend for it: they override the defaults, and the user's settings override them. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reasonOf } from '../contracts/failure.ts'
import { importModule } from '../contracts/import-module.ts'
import { nearestHint } from '../text/nearest.ts'
import { preview } from '../text/preview.ts'
import { presetModule } from './environment-source.ts'
import { ConfigError } from './config-error.ts'
import { parseWarmStartRecipe } from './warm-start-recipe.ts'
import { isTree, laidOver, type Tree } from './tree.ts'

/** Recommended settings; each part may be empty. */
export interface Preset {
  /** Its place, for messages. */
  readonly where: string
  /** A part of the configuration of a run by any method. */
  readonly config: Tree
  /** By name of a method: what lies over `config` where the run is by that one. */
  readonly methods: Readonly<Record<string, Tree>>
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
 * @throws {ConfigError} if the module cannot be loaded, or holds refused values: by the file and the path in it; if the
 *   world has no preset of that name.
 */
export async function loadPreset(environment: string, name: string | null = null): Promise<Preset> {
  const { named, ...usual } = await presetsOf(environment)
  const found = name === null ? usual : Object.hasOwn(named, name) ? named[name] : undefined
  if (found === undefined) throw unknownPreset(environment, String(name), Object.keys(named))
  const preset = name === null ? usual : over(usual, found)
  checkingPreset(preset, () => parseWarmStartRecipe(preset.recipe))
  return preset
}

/** Errors in a preset name its file. */
export function checkingPreset({ where }: Preset, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    throw new ConfigError(`${where}: ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * The names that `loadPreset` knows, in the order of the module.
 *
 * @throws {ConfigError} as `loadPreset`.
 */
export const presetNames = async (environment: string): Promise<readonly string[]> =>
  Object.keys((await presetsOf(environment)).named)

const over = (lower: Preset, upper: Preset): Preset => ({
  where: upper.where,
  methods: laidOver(lower.methods, upper.methods) as Preset['methods'],
  config: laidOver(lower.config, upper.config) as Tree,
  recipe: laidOver(lower.recipe, upper.recipe) as Tree,
})

function unknownPreset(environment: string, name: string, known: readonly string[]): ConfigError {
  if (known.length === 0)
    return new ConfigError(
      `preset must be left out for ${environment}, which has no presets by name, got ${preview(name)}`,
    )
  return new ConfigError(
    `preset of ${environment} must be ${known.join(' or ')}, got ${preview(name)}${nearestHint(name, known)}`,
  )
}

async function presetsOf(environment: string): Promise<Presets> {
  const url = presetModule(environment)
  if (!existsSync(url)) return { where: environment, config: {}, methods: {}, recipe: {}, named: {} }
  return parsePresets(`the preset ${fileURLToPath(url)}`, await defaultOf(url))
}

async function defaultOf(url: URL): Promise<unknown> {
  try {
    const { default: found } = await importModule(url.href)
    return found
  } catch (error) {
    throw new ConfigError(`the preset ${fileURLToPath(url)} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  }
}

function parsePresets(where: string, value: unknown): Presets {
  const { presets = {}, ...parts } = objectIn(where, 'default', value)
  const usual = parsePart(where, '', parts)
  const named = Object.entries(objectIn(where, 'presets', presets)).map(([name, part]): [string, Preset] => [
    name,
    parsePart(where, `presets.${name}.`, objectIn(where, `presets.${name}`, part)),
  ])
  return { ...usual, named: Object.fromEntries(named) }
}

function objectIn(where: string, part: string, value: unknown): Tree {
  if (isTree(value)) return value
  const what =
    part === 'default' ? `${where} must export an object as its default` : `${where}: ${part} must be an object`
  throw new ConfigError(`${what}, got ${String(value)}`)
}

const partNames = ['config', 'methods', 'recipe']

/** @param path of it in the module, with a dot; empty of the default one. */
function parsePart(where: string, path: string, value: Tree): Preset {
  const odd = Object.keys(value).find(key => !partNames.includes(key))
  if (odd !== undefined) {
    const known = path === '' ? [...partNames, 'presets'] : partNames
    throw new ConfigError(`${where}: ${path}${odd} is no part of a preset; there are ${known.join(', ')}`)
  }
  const { config = {}, methods = {}, recipe = {} } = value
  const ofMethods = Object.entries(objectIn(where, `${path}methods`, methods)).map(
    ([name, part]) => [name, objectIn(where, `${path}methods.${name}`, part)] as const,
  )
  return {
    where: path === '' ? where : `${where}: ${path.slice(0, -1)}`,
    config: objectIn(where, `${path}config`, config),
    methods: Object.fromEntries(ofMethods),
    recipe: objectIn(where, `${path}recipe`, recipe),
  }
}
