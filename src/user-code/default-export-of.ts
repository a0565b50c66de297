/** The default export of a user's file, which need not be compiled. */
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadInNodeRealm } from '../contracts/load-in-node-realm.ts'

/**
 * @param file TypeScript or JavaScript, whose imports are resolved from its place.
 * @param once `anew` evaluates the file another time, so that it shares no state with earlier loads.
 * @throws whatever the file throws.
 */
export async function defaultExportOf(file: string, once: 'shared' | 'anew' = 'shared'): Promise<unknown> {
  const { createJiti } = (await loadInNodeRealm('jiti')) as typeof import('jiti')
  /* Its own way to a default export throws where that is `null`. */
  const options = { fsCache: false, moduleCache: once === 'shared', interopDefault: false }
  const exported: unknown = await createJiti(import.meta.url, options).import(resolve(file))
  const isModule = typeof exported === 'object' && exported !== null && 'default' in exported
  const found = isModule ? await exported.default : exported
  return once === 'anew' && /\.mjs$|\.js$/.test(file) ? await importedAnew(file, found) : found
}

/** A module that Node loads is the same one each time, unless its address differs. */
async function importedAnew(file: string, found: unknown): Promise<unknown> {
  const address = `${pathToFileURL(resolve(file)).href}?${randomUUID()}`
  const loaded = (await import(address).catch(() => ({}))) as { readonly default?: unknown }
  return loaded.default ?? found
}
