import type { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { isTree } from '../tree.ts'
import { environmentSource, worldExports } from '../environment-source.ts'

/**
 * The options of a world as JSON Schema: the `optionsSchema` that its module exports with the world, plain data.
 *
 * @param environment as in `environment.name`.
 * @returns `null` if the module exports none.
 * @throws {RangeError} if there is no such module, or it cannot be loaded.
 * @throws {ConfigError} if the export is no schema of an object.
 */
export async function loadOptionsSchema(environment: string): Promise<z.core.JSONSchema.BaseSchema | null> {
  const { module } = environmentSource({ name: environment, options: {} })
  const { optionsSchema: found } = await worldExports(module)
  if (found === undefined) return null
  if (isTree(found) && isTree(found['properties']) && Object.values(found['properties']).every(isTree)) return found
  throw new ConfigError(
    `optionsSchema of the world ${environment} must be a JSON Schema with properties, got ${JSON.stringify(found)}`,
  )
}
