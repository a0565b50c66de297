import { isRangeError } from '../../contracts/built-in-error.ts'
import type { ServiceSettings } from '../../config/openai-schema.ts'
import type { ModelSources } from '../../methods/method.ts'
import { loadStored, type StoredModels } from './stored-model.ts'
import { servedStored } from './served-models.ts'

/**
 * All models of a run: those of the engine from their folders, and those that servers have.
 *
 * @throws {RangeError} as `loadStored` and `servedStored`, with the name of the model.
 */
export async function loadModels(sources: ModelSources): Promise<StoredModels> {
  const loaded = Object.entries(sources).map(
    async ([name, source]) => [name, await stored(source).catch(naming(name))] as const,
  )
  return Object.fromEntries(await Promise.all(loaded))
}

const stored = (source: string | ServiceSettings) =>
  typeof source === 'string' ? loadStored(source) : servedStored(source)

const naming =
  (name: string) =>
  (error: unknown): never => {
    throw isRangeError(error) ? new RangeError(`the model ${name}: ${error.message}`, { cause: error }) : error
  }

/** The models of them that servers have. */
export const servicesOf = (sources: ModelSources): ReadonlyMap<string, ServiceSettings> =>
  new Map(Object.entries(sources).flatMap(([name, source]) => (typeof source === 'string' ? [] : [[name, source]])))
