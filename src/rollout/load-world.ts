import type { Environment } from '../contracts/worlds/environment.ts'
import type { EnvironmentSource } from '../contracts/worlds/environment-source.ts'
import type { VectorWorld, VectorWorldContext } from '../contracts/worlds/vector-world.ts'
import type { World } from '../contracts/worlds/world.ts'
import { makeFrom } from '../files/default-export.ts'
import { rootKey } from '../math/random.ts'
import { asWorld } from '../vector/as-world.ts'
import { vectorWorldShape } from '../vector/load-vector-world.ts'
import type { Shape } from '../user-code/shape.ts'
import { fromPure } from './from-pure.ts'
import { guardedOpenWorld } from './guards/guarded-open-world.ts'
import { guardedWorld } from './guards/guarded-world.ts'
import { openWorldShape, worldShape } from './guards/world-shapes.ts'

/**
 * The world of a module: pure, one that opens episodes, or a vector world, of which its sizes alone are read. Tasks and states are opaque to the framework; its other results are
 * checked whenever it gives one.
 *
 * @throws {RangeError} if the module cannot be loaded, has no default function, or makes something that is no world; or
 *   the error by which the world refuses its options.
 * @throws {FailedError} of kind `user-code` if its default function throws anything else.
 */
export const loadWorld = async (source: EnvironmentSource): Promise<World> => (await loadWithFunctions(source)).world

/** The same, and the functions of a pure world; `null` of any other. @throws as `loadWorld`. */
export async function loadWithFunctions({ module, options }: EnvironmentSource): Promise<{
  readonly world: World
  readonly functions: Environment<unknown, unknown> | null
}> {
  /* A factory of vector worlds takes these besides. */
  const context: VectorWorldContext = { worlds: 1, key: rootKey(0) }
  const made = (await makeFrom({ module, makes: 'world', shape: anyShape }, options, context)) as
    | World
    | Environment<unknown, unknown>
    | VectorWorld
  const author = { name: `the world ${made.name}`, module }
  if ('observationSize' in made) return { world: asWorld(author, made), functions: null }
  if ('open' in made) return { world: guardedOpenWorld(author, made), functions: null }
  const functions = guardedWorld(author, made)
  return { world: fromPure(functions), functions }
}

/** Each is held to what a world of its kind must be: one that has `open`, one that has `observationSize`, and a pure one. */
const anyShape: Shape = {
  wanted: worldShape.wanted,
  wrongIn: value => {
    if (typeof value !== 'object' || value === null) return worldShape.wrongIn(value)
    return ('open' in value ? openWorldShape : 'observationSize' in value ? vectorWorldShape : worldShape).wrongIn(
      value,
    )
  },
}
