/** The complete configuration of a run: the settings of every run and those of its method, under presets and defaults. */
import { checked } from '../../config/checked.ts'
import { ConfigError } from '../../config/config-error.ts'
import {
  contradictions,
  keptConfig,
  runJsonSchema,
  runSchema,
  sharedDefaults,
  slotContradictions,
  starterNames,
  type MethodSettings,
  type RunConfig,
} from '../../config/config.ts'
import { checkingPreset, loadPreset, type Preset } from '../../config/preset.ts'
import { isTree, laidOver, without } from '../../config/tree.ts'
import { leafPaths } from '../../config/unknown-keys.ts'
import { preview } from '../../text/preview.ts'
import { loadChat } from '../../model/chat/load-chat.ts'
import type { Method } from '../method.ts'
import { isShippedMethod, loadMethod, shippedMethod, shippedMethods } from './registry.ts'

/**
 * The complete configuration with defaults filled in, of a run by a method of the package, without the preset of its world.
 * @see loadRunConfig, which has both, as the command line does.
 *
 * @throws {ConfigError} naming each wrong key by its path, with the value found and the value wanted; for a method of a module, which has to
 *   be loaded first. @see loadRunConfig
 */
export function parseRunConfig(value: unknown): RunConfig {
  const name = methodIn(value)
  if (!isShippedMethod(name))
    throw new ConfigError(
      `method must be that of the package, for the settings of a module are known once it is loaded (loadRunConfig), got ${preview(name)}`,
    )
  return parseBy(shippedMethod(name), value)
}

/**
 * The complete configuration: the defaults, under a preset of the world, under room for whole sentences for models that chat, under `value`.
 *
 * @param preset as `loadPreset` takes it.
 * @throws {ConfigError} as `parseRunConfig`; what `loadPreset` and `loadMethod` throw.
 */
export async function loadRunConfig(value: unknown, preset: string | null = null): Promise<RunConfig> {
  const world = worldIn(value)
  if (typeof world !== 'string' || world === '') return completeConfig(value)
  const found = await loadPreset(world, preset)
  const method = await loadMethod(methodIn(laidOver(found.config, value)))
  const recommended = laidOver(presetFor(method, found), { environment: { name: world } })
  checkingPreset(found, () => parseBy(method, recommended))
  const room = await forChats(method, recommended, laidOver(recommended, value))
  return parseBy(method, laidOver(laidOver(recommended, room), value))
}

/**
 * A configuration that is complete except for its defaults, without presets; also of a method of a module.
 *
 * @throws {ConfigError} as `parseRunConfig`; what `loadMethod` throws.
 */
export const completeConfig = async (value: unknown): Promise<RunConfig> =>
  parseBy(await loadMethod(methodIn(value)), value)

/**
 * A configuration as a run kept it. Of a method of a module the settings of every run are checked alone, so that the module need not be there.
 *
 * @throws {ConfigError} as `parseRunConfig`.
 */
export const keptRunConfig = (value: unknown): RunConfig =>
  isShippedMethod(methodIn(value)) ? parseRunConfig(value) : keptConfig(value)

/** @throws {ConfigError} as `parseRunConfig`. */
function parseBy(method: Method, value: unknown): RunConfig {
  const { $schema, ...config } = checked(runSchema(method.settings), value, {
    what: 'the configuration',
    listedBy: `rlanything config${method.name === sharedDefaults().method ? '' : ` --method ${method.name}`}`,
    elsewhere: path => withoutEffect(method, path),
    contradictions: found => {
      const own = found as RunConfig
      return [
        ...contradictions(own),
        ...(method.drawsElsewhere ? [] : slotContradictions(own)),
        ...method.contradictions(own),
      ]
    },
  })
  return config as RunConfig
}

/** The part of a preset that holds for a run by this method: what is meant for any has settings that not all have. */
const presetFor = (method: Method, { config, methods }: Preset): unknown =>
  laidOver(withoutOthers(method, config), { ...methods[method.name], method: method.name })

/** A configuration without the settings that other methods have and this one does not. */
export function withoutOthers(method: Method, value: unknown): unknown {
  const issues = runSchema(method.settings).safeParse(value).error?.issues ?? []
  const unknown = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path.map(String), key]) : [],
  )
  return unknown
    .filter(path => withoutEffect(method, path.join('.')) !== null)
    .reduce((left, path) => (isTree(left) ? without(left, path) : left), value)
}

/** Why a setting that others read has no effect here; `null` where no method has it, or this one has what holds it. */
function withoutEffect(method: Method, path: string): string | null {
  const has = ({ settings }: Pick<Method, 'settings'>): boolean =>
    pathsIn(settings).some(leaf => `${leaf}.`.startsWith(`${path}.`) || path.startsWith(`${leaf}.`))
  const readers = has(method) ? [] : shippedMethods.filter(has)
  if (readers.length === 0) return null
  return `${path} has no effect on the method ${method.name}, it is a setting of ${readers.map(({ name }) => name).join(', ')}`
}

/* A JSON Schema takes 10 ms to make. */
const paths = new WeakMap<MethodSettings, readonly string[]>()

function pathsIn(settings: MethodSettings): readonly string[] {
  const known = paths.get(settings) ?? leafPaths(runJsonSchema(settings))
  paths.set(settings, known)
  return known
}

/** Of an answer in whole sentences: a model that chats has no vocabulary of the world's phrases, for which most presets are made. */
const answer = { maxTokens: 256 }

/**
 * Settings that hold for those models of the method that are of servers or have a chat template, where `value` has some; not where the preset
 * has such a model itself.
 */
async function forChats({ settings }: Method, recommended: unknown, value: unknown): Promise<unknown> {
  const isServed = textAt(value, 'engine', 'kind') === 'openai'
  const chatting: [string, typeof answer][] = []
  for (const name of starterNames(settings)) {
    const speaks = name === 'policy' ? isServed : textAt(value, name, 'service', 'url') !== null
    const isMeant = await chats(textAt(recommended, 'starters', name))
    if (!isMeant && (speaks || (await chats(textAt(value, 'starters', name))))) chatting.push([name, answer])
  }
  return Object.fromEntries(chatting)
}

const chats = async (folder: string | null): Promise<boolean> => folder !== null && (await loadChat(folder)) !== null

function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = path.reduce((tree: unknown, key) => (isTree(tree) ? tree[key] : undefined), value)
  return typeof found === 'string' ? found : null
}

/** The method of the settings, or that of the defaults. */
function methodIn(value: unknown): string {
  const method = isTree(value) ? value['method'] : undefined
  return typeof method === 'string' && method !== '' ? method : sharedDefaults().method
}

/** The world of the settings, or that of the defaults. */
function worldIn(value: unknown): unknown {
  if (!isTree(value)) return null
  const { environment = {} } = value
  if (!isTree(environment)) return null
  return environment['name'] ?? sharedDefaults().environment.name
}
