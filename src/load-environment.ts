import type { Environment } from './environment.ts'
import { reasonOf } from './failure.ts'

/** Where a world comes from, as plain data: any module whose default export makes one from options. */
export interface EnvironmentSource {
  /** URL of the module. */
  readonly module: string
  /** The world's own options. */
  readonly options: Readonly<Record<string, unknown>>
}

/**
 * The world of a module. Tasks and states stay opaque to the framework.
 * @throws {RangeError} if the module cannot be loaded, has no default function, or makes something that is no world; or
 *   whatever the world says of its options.
 */
export async function loadEnvironment({ module, options }: EnvironmentSource): Promise<Environment<unknown, unknown>> {
  const loaded = await load(module)
  if (typeof loaded.default !== 'function') throw new RangeError(`${module} has no default export that makes a world`)
  const world = (loaded.default as (options: unknown) => unknown)(options)
  const lacking = parts.find(part => !has(world, part))
  if (lacking !== undefined) throw new RangeError(`what ${module} makes is no world: it has no ${lacking}`)
  return world as Environment<unknown, unknown>
}

async function load(module: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(module)) as { readonly default?: unknown }
  } catch (error) {
    const reason = reasonOf(error)
    throw new RangeError(`the world ${module} cannot be loaded: ${reason}`, { cause: error })
  }
}

const isPart: Readonly<Record<keyof Environment<unknown, unknown>, true>> = {
  name: true,
  language: true,
  generate: true,
  parseTask: true,
  describe: true,
  stepLimit: true,
  start: true,
  step: true,
  admissible: true,
  expert: true,
  label: true,
  editNames: true,
  edit: true,
  valid: true,
}
const parts = Object.keys(isPart)

const has = (world: unknown, part: string): boolean =>
  typeof world === 'object' && world !== null && part in world && world[part as keyof typeof world] !== undefined
