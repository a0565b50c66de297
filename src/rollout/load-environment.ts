import { makeFrom } from '../files/default-export.ts'
import type { Environment } from '../contracts/environment.ts'
import { guardedWorld } from './guarded-world.ts'
import { worldShape } from './world-shapes.ts'
import type { EnvironmentSource } from '../contracts/environment-source.ts'

/**
 * The world of a module. Tasks and states stay opaque to the framework; whatever else it gives is checked when it gives it.
 *
 * @throws {RangeError} if the module cannot be loaded, has no default function, or makes something that is no world; or
 *   whatever the world says of its options.
 * @throws {FailedError} of kind `user-code` if its default function throws anything else.
 */
export async function loadEnvironment({ module, options }: EnvironmentSource): Promise<Environment<unknown, unknown>> {
  const world = (await makeFrom({ module, makes: 'world', shape: worldShape }, options)) as Environment<
    unknown,
    unknown
  >
  return guardedWorld({ name: `the world ${world.name}`, module }, world)
}
