import type { ServiceSettings } from '../../config/openai-schema.ts'
import type { ModelSources } from '../../methods/method.ts'
import { loadStored, type StoredModels } from './stored-model.ts'
import { servedStored } from './served-models.ts'

/**
 * All models of a run: those of the engine from their folders, and those that servers have.
 *
 * @throws {RangeError} as `loadStored` and `servedStored`.
 */
export async function loadModels(sources: ModelSources): Promise<StoredModels> {
  const loaded = Object.entries(sources).map(
    async ([name, source]) =>
      [name, await (typeof source === 'string' ? loadStored(source) : servedStored(source))] as const,
  )
  return Object.fromEntries(await Promise.all(loaded))
}

/** The models of them that servers have. */
export const servicesOf = (sources: ModelSources): ReadonlyMap<string, ServiceSettings> =>
  new Map(Object.entries(sources).flatMap(([name, source]) => (typeof source === 'string' ? [] : [[name, source]])))
