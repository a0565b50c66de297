import { makeFrom } from '../files/default-export.ts'
import type { EnvironmentSource } from '../contracts/worlds/environment-source.ts'
import { guardedVectorWorld } from './guarded-vector-world.ts'
import { callable, count, finite, listOf, optional, record, text, type Shape } from '../user-code/shape.ts'
import type { VectorWorld, VectorWorldContext } from '../contracts/worlds/vector-world.ts'

/**
 * The vector world of a module; its output is checked as it steps.
 *
 * @throws {RangeError} if the module cannot be loaded, has no default function, or makes something that is no vector world;
 *   or if the world refuses its options.
 * @throws {FailedError} of kind `user-code` if its default function throws anything else.
 */
export async function loadVectorWorld(
  { module, options }: EnvironmentSource,
  context: VectorWorldContext,
): Promise<VectorWorld> {
  const made = await makeFrom({ module, makes: 'vector world', shape: vectorWorldShape }, options, context)
  const world = made as VectorWorld
  requireBounds(world, module)
  return guardedVectorWorld({ name: `the vector world ${world.name}`, module }, world)
}

/** Whether the default function of a module makes a vector world, or else a world in text. @throws as `loadVectorWorld` does. */
export async function makesVectorWorld(
  { module, options }: EnvironmentSource,
  context: VectorWorldContext,
): Promise<boolean> {
  const made = await makeFrom({ module, makes: 'world', shape: record({}) }, options, context)
  return 'observationSize' in Object(made)
}

/** @throws {RangeError} if there are other bounds than one pair for each number of an action. */
function requireBounds({ name, actions, bounds }: VectorWorld, module: string): void {
  if (bounds === undefined) return
  for (const [end, values] of Object.entries({ low: bounds.low, high: bounds.high }))
    if (values.length !== actions)
      throw new RangeError(`bounds.${end} of ${name} (${module}) must be of ${actions} numbers, got ${values.length}`)
  const odd = bounds.low.findIndex((low, index) => !(low < bounds.high[index]!))
  if (odd >= 0)
    throw new RangeError(
      `bounds.low[${odd}] of ${name} (${module}) must be below bounds.high[${odd}], got ${bounds.low[odd]} and ${bounds.high[odd]}`,
    )
}

const parts: Readonly<Record<keyof VectorWorld, Shape>> = {
  name: text,
  observationSize: count,
  image: optional(record({ height: count, width: count, channels: count })),
  map: optional(record({ cells: listOf(text), place: callable })),
  numbers: optional(listOf(record({ name: text, unit: text, one: finite }))),
  actions: count,
  bounds: optional(record({ low: listOf(finite), high: listOf(finite) })),
  reset: callable,
  step: callable,
  script: optional(callable),
}

export const vectorWorldShape: Shape = record(parts)
