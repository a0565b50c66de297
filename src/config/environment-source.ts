import { existsSync, readdirSync } from 'node:fs'
import { extname, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reasonOf } from '../contracts/failure.ts'
import { importModule } from '../contracts/import-module.ts'
import type { EnvironmentSource } from '../contracts/worlds/environment-source.ts'
import { nearestHint } from '../text/nearest.ts'
import { moduleFile, moduleUrl } from '../user-code/module-file.ts'
import type { RunConfig } from './config.ts'

/**
 * The module of a world: a plain name is one that comes with the package, anything with a slash or a
 * dot a module of the user's own.
 *
 * @throws {RangeError} if there is no such module.
 */
export function environmentSource({
  name,
  options,
}: Pick<RunConfig['environment'], 'name' | 'options'>): EnvironmentSource {
  if (!isShippedWorld(name)) return { module: moduleFile('environment.name', name).href, options }
  const worlds = shippedWorlds()
  if (worlds.includes(name)) return { module: moduleOf(name).href, options }
  throw new RangeError(
    `environment.name must be a world of this package (${worlds.join(', ')}), or the path of a module, got '${name}'${nearestHint(name, worlds)}`,
  )
}

/** The exports of a world's module, the world itself included. @param module its URL. @throws {RangeError} if it cannot be loaded. */
export const worldExports = (module: string): ReturnType<typeof importModule> =>
  importModule(module).catch((error: unknown) => {
    throw new RangeError(`the world ${module} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  })

/**
 * The module of a world's preset, if it has one: next to `index.js` it is `preset.js`, next to `NAME.js` `NAME.preset.js`.
 */
export function presetModule(environment: string): URL {
  const world = moduleOf(environment)
  const { name, ext } = parse(world.pathname)
  return new URL(name === 'index' ? `preset${ext}` : `${name}.preset${ext}`, world)
}

/** The success of a run that goes with a world, if recorded: `recorded/outcome.json` next to its source. */
export const recordedCurveFile = (environment: string): URL =>
  new URL(
    'recorded/outcome.json',
    isShippedWorld(environment)
      ? new URL(`../../../environments/${environment}/`, import.meta.url)
      : moduleOf(environment),
  )

/** `.js`, or `.ts` under a test runner that compiles modules. */
const written = extname(new URL(import.meta.url).pathname)

const moduleOf = (name: string): URL =>
  isShippedWorld(name) ? new URL(`../../environments/${name}/index${written}`, import.meta.url) : moduleUrl(name)

/**
 * Folder of the checkpoint that a model starts from: the given one, or the starter that comes with the package.
 *
 * @param given `null` for the shipped one.
 * @throws {RangeError} if none is given, and none comes with the package for this world.
 */
export const starterFolder = (given: string | null, environment: string, model: string): string =>
  given ?? shippedStarter(environment, model)

/** The folder of a model among starters, from the key of `starters` that names it: both are the words of its method. */
export const starterFolderName = (key: string): string => key.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/**
 * Folder of a starter checkpoint that comes with the package.
 *
 * @throws {RangeError} if none comes with it for this world.
 */
export function shippedStarter(environment: string, model: string): string {
  const folder = starterWith(environment, model)
  if (folder !== null) return folder
  throw new RangeError(
    `no ${model} to start from comes with '${environment}': make one with "rlanything warm-start ${environment} --out starters", and name the folder that it says`,
  )
}

/** Its folder; `null` if none comes with the package for this world. */
export function starterWith(environment: string, model: string): string | null {
  const folder = fileURLToPath(new URL(`../../../starters/${environment}/${model}`, import.meta.url))
  return isShippedWorld(environment) && existsSync(folder) ? folder : null
}

/** The names of the worlds that come with the package. */
export const shippedWorlds = (): readonly string[] =>
  readdirSync(new URL('../../environments/', import.meta.url))
    .filter(name => isShippedWorld(name))
    .sort()

/** Whether it is the name of a world that comes with the package; anything else is a path. */
export const isShippedWorld = (name: string): boolean => /^[a-z][a-z0-9-]*$/.test(name)
