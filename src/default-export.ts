import { reasonOf } from './failure.ts'

/**
 * The function that a module exports as its default.
 *
 * @param makes what it is to make, e.g. `world`: for errors.
 * @throws {RangeError} if the module cannot be loaded, or has no such function.
 */
export async function defaultExport(module: string, makes: string): Promise<(...given: never) => unknown> {
  const { default: factory } = await load(module, makes)
  if (typeof factory !== 'function') throw new RangeError(`${module} has no default export that makes a ${makes}`)
  return factory as (...given: never) => unknown
}

async function load(module: string, makes: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(module)) as { readonly default?: unknown }
  } catch (error) {
    throw new RangeError(`the ${makes} ${module} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  }
}
