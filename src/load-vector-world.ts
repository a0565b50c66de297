import { defaultExport } from './default-export.ts'
import type { EnvironmentSource } from './load-environment.ts'
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
  const factory = (await defaultExport(module, 'vector world')) as VectorWorldFactory
  const world: unknown = factory(options, context)
  requireWorld(module, world)
  return world
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
