/** The configuration as a person gives it on the command line: a file, then single values, then flags. */
import { readFile } from 'node:fs/promises'
import { ConfigError } from '../../config/config-error.ts'
import type { RunConfig } from '../../config/config.ts'
import { isTree } from '../../config/tree.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { preview } from '../../text/preview.ts'
import { withoutByteOrderMark } from '../../text/without-byte-order-mark.ts'

/** One value at a path, e.g. `['policy', 'clip']`. */
export interface Setting {
  readonly path: readonly string[]
  readonly value: unknown
}

/**
 * The file's configuration with the settings put in, the last one winning, over the preset of the world, and checked as a
 * whole.
 * @param file JSON: a configuration, or the config.json of a run; `null` starts from the defaults.
 * @param preset of the world, by its name; `null` is the default one.
 * @throws {ConfigError} if the file cannot be read, a value is refused, or there is no such preset.
 */
export async function configFrom(
  file: string | null,
  settings: readonly Setting[],
  preset: string | null = null,
): Promise<RunConfig> {
  const base = file === null ? {} : await readConfigFile(file)
  /* Late: a command that reads no configuration need not wait for all methods. */
  const { loadRunConfig } = await import('../../methods/registry/run-config.ts')
  return loadRunConfig(withSettings(base, settings), preset)
}

/** A copy of `tree` with the settings put in, the last one winning. */
export const withSettings = (tree: unknown, settings: readonly Setting[]): unknown =>
  settings.reduce<unknown>((so, { path, value }) => withValue(so, path, value), tree)

/**
 * `path.to.key=value`; the value is JSON, or else plain text.
 * @throws {ConfigError} if there is no `=` or no path.
 */
export function parseSetting(text: string, option = '--set'): Setting {
  const at = text.indexOf('=')
  const path = text.slice(0, Math.max(at, 0)).split('.')
  if (at < 1 || path.includes(''))
    throw new ConfigError(`${option} must be path=value, e.g. policy.clip=0.3, got ${text}`)
  return { path, value: jsonOr(text.slice(at + 1)) }
}

/** For an option that may be given again: each adds a setting. */
export const settingsBy =
  (option = '--set') =>
  (text: string, before: readonly Setting[] = []): readonly Setting[] => [...before, parseSetting(text, option)]

/** A copy of `tree` with `value` at `path`; other values than objects on the way are replaced. */
export function withValue(tree: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const branch = isTree(tree) ? tree : {}
  return { ...branch, [key]: withValue(Object.hasOwn(branch, key) ? branch[key] : {}, rest, value) }
}

async function readConfigFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`cannot read the configuration ${file}: ${reasonOf(error)}`, { cause: error })
  })
  let value: unknown
  try {
    value = JSON.parse(withoutByteOrderMark(text))
  } catch (error) {
    throw new ConfigError(`the configuration ${file} is not JSON: ${reasonOf(error)}`, { cause: error })
  }
  if (!isTree(value)) throw new ConfigError(`the configuration ${file} must be an object, got ${preview(value)}`)
  return 'versions' in value && 'config' in value ? value['config'] : value
}

/** A number beyond all numbers stays a text, so that it is refused as it was given. */
function jsonOr(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' && !Number.isFinite(value) ? text : value
  } catch {
    return text
  }
}

/** A number if it reads as one; else the text, for the check of the settings to refuse as it was given. */
export const numberOrText = (text: string): number | string =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? text : Number(text)
