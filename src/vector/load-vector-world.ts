import { makeFrom } from '../files/default-export.ts'
import type { EnvironmentSource } from '../contracts/worlds/environment-source.ts'
import { guardedVectorWorld } from './guarded-vector-world.ts'
import { callable, count, record, text, type Shape } from '../user-code/shape.ts'
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

const parts: Readonly<Record<keyof VectorWorld, Shape>> = {
  name: text,
  observationSize: count,
  actions: count,
  reset: callable,
  step: callable,
}

export const vectorWorldShape: Shape = record(parts)
