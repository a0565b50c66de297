import type { EnvironmentSource } from './load-environment.ts'
import { reasonOf } from './failure.ts'
import type { VectorWorld, VectorWorldContext, VectorWorldFactory } from './vector-world.ts'

/**
 * The vector world of a module.
 *
 * @throws {RangeError} if the module cannot be loaded, has no default function, or makes something that is no vector world;
 *   or whatever the world says of its options.
 */
export async function loadVectorWorld(
  { module, options }: EnvironmentSource,
  context: VectorWorldContext,
): Promise<VectorWorld> {
  const { default: factory } = await load(module)
  if (typeof factory !== 'function') throw new RangeError(`${module} has no default export that makes a vector world`)
  const world: unknown = (factory as VectorWorldFactory)(options, context)
  requireWorld(module, world)
  return world
}

async function load(module: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(module)) as { readonly default?: unknown }
  } catch (error) {
    throw new RangeError(`the vector world ${module} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  }
}

const parts: Readonly<Record<keyof VectorWorld, (value: unknown) => string | null>> = {
  name: value => (typeof value === 'string' ? null : 'a text'),
  observationSize: value => (isCount(value) ? null : 'a positive integer'),
  actions: value => (isCount(value) ? null : 'a positive integer'),
  reset: value => (typeof value === 'function' ? null : 'a function'),
  step: value => (typeof value === 'function' ? null : 'a function'),
}

function requireWorld(module: string, world: unknown): asserts world is VectorWorld {
  const found: Readonly<Record<string, unknown>> = typeof world === 'object' && world !== null ? { ...world } : {}
  for (const [part, check] of Object.entries(parts)) {
    const wanted = check(found[part])
    if (wanted === null) continue
    const got = typeof found[part] === 'number' ? String(found[part]) : typeof found[part]
    throw new RangeError(`what ${module} makes is no vector world: ${part} must be ${wanted}, got ${got}`)
  }
}

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 1
