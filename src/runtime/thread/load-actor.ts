import type { Actor, ActorFactory, Addressed } from '../../contracts/actor.ts'
import { importModule } from '../../contracts/import-module.ts'

/** The factory's copy of its options. @throws {TypeError} if they are not plain data. */
export function plainOptions(actor: string, options: unknown): unknown {
  try {
    return structuredClone(options)
  } catch (error) {
    throw new TypeError(`options of ${actor} must be plain data`, { cause: error })
  }
}

/**
 * Makes an actor from a module's default export.
 *
 * @param options plain data, checked by the factory.
 * @throws {TypeError} if the module has no factory as its default export, or the factory gives no actor.
 */
export async function loadActor(module: string, options: unknown): Promise<Actor<Addressed, Addressed>> {
  const { default: factory } = await importModule(module)
  if (typeof factory !== 'function') throw new TypeError(`${module} must export an actor factory as its default`)
  const actor = await (factory as ActorFactory<unknown, Addressed, Addressed>)(options)
  if (typeof actor !== 'function')
    throw new TypeError(`the factory of ${module} must give an actor, got ${typeof actor}`)
  return actor
}
