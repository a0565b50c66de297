import type { Environment } from '../contracts/worlds/environment.ts'
import type { EnvironmentSource } from '../contracts/worlds/environment-source.ts'
import type { World } from '../contracts/worlds/world.ts'
import { makeFrom } from '../files/default-export.ts'
import type { Shape } from '../user-code/shape.ts'
import { fromPure } from './from-pure.ts'
import { guardedOpenWorld } from './guards/guarded-open-world.ts'
import { guardedWorld } from './guards/guarded-world.ts'
import { openWorldShape, worldShape } from './guards/world-shapes.ts'

/**
 * The world of a module, pure or one that opens episodes. Tasks and states are opaque to the framework; its other results are
 * checked whenever it gives one.
 *
 * @throws {RangeError} if the module cannot be loaded, has no default function, or makes something that is no world; or
 *   the error by which the world refuses its options.
 * @throws {FailedError} of kind `user-code` if its default function throws anything else.
 */
export const loadWorld = async (source: EnvironmentSource): Promise<World> => (await loadWithFunctions(source)).world

/** The same, and the functions of a pure world; `null` of one that opens episodes. @throws as `loadWorld`. */
export async function loadWithFunctions({ module, options }: EnvironmentSource): Promise<{
  readonly world: World
  readonly functions: Environment<unknown, unknown> | null
}> {
  const made = (await makeFrom({ module, makes: 'world', shape: eitherShape }, options)) as
    World | Environment<unknown, unknown>
  const author = { name: `the world ${made.name}`, module }
  if ('open' in made) return { world: guardedOpenWorld(author, made), functions: null }
  const functions = guardedWorld(author, made)
  return { world: fromPure(functions), functions }
}

/** A world that has `open` is checked as an opened world, any other as a pure one. */
const eitherShape: Shape = {
  wanted: worldShape.wanted,
  wrongIn: value =>
    (typeof value === 'object' && value !== null && 'open' in value ? openWorldShape : worldShape).wrongIn(value),
}
