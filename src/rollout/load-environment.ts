import { makeFrom } from '../files/default-export.ts'
import type { Environment } from '../contracts/worlds/environment.ts'
import { guardedWorld } from './guards/guarded-world.ts'
import { worldShape } from './guards/world-shapes.ts'
import type { EnvironmentSource } from '../contracts/worlds/environment-source.ts'

/**
 * The functions of a module's pure world. Anything else that `loadWorld` takes is refused.
 *
 * @throws as `loadWorld` does.
 */
export async function loadEnvironment({ module, options }: EnvironmentSource): Promise<Environment<unknown, unknown>> {
  const world = (await makeFrom({ module, makes: 'world', shape: worldShape }, options)) as Environment<
    unknown,
    unknown
  >
  return guardedWorld({ name: `the world ${world.name}`, module }, world)
}
