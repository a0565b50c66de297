import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadInNodeRealm } from './load-in-node-realm.ts'

/**
 * The exports of a user's module, which need not be compiled: jiti finds `other.ts` also where it says `other.js`, which Node.js does not.
 *
 * @param address its URL.
 * @param once `anew` evaluates the file another time, so that it shares no state with earlier loads.
 * @throws whatever the module throws. @throws {RangeError} as `requireImportable`.
 */
export async function importModule(address: string, once: 'shared' | 'anew' = 'shared'): Promise<Exports> {
  /* Late, so that importing the package is quick. */
  const { requireImportable } = await import('./importable.ts')
  requireImportable(address)
  if (/\.[cm]?ts$/.test(address)) return (await jiti(once)).import(address)
  return import(once === 'anew' ? `${address}?${randomUUID()}` : address) as Promise<Exports>
}

type Exports = Readonly<Record<string, unknown>>

/**
 * The default export of a user's file.
 *
 * @param file TypeScript or JavaScript, whose imports are resolved from its place.
 * @param once as for `importModule`.
 * @throws whatever the file throws.
 */
export async function defaultExportOf(file: string, once: 'shared' | 'anew' = 'shared'): Promise<unknown> {
  const exported: unknown = await importModule(pathToFileURL(resolve(file)).href, once)
  const isModule = typeof exported === 'object' && exported !== null && 'default' in exported
  return isModule ? await exported.default : exported
}

let shared: Promise<import('jiti').Jiti> | null = null
const jiti = (once: 'shared' | 'anew') => (once === 'anew' ? newJiti(false) : (shared ??= newJiti(true)))

async function newJiti(moduleCache: boolean) {
  const { createJiti } = (await loadInNodeRealm('jiti')) as typeof import('jiti')
  /* Its own way to a default export throws where that is `null`. */
  return createJiti(import.meta.url, { fsCache: false, moduleCache, interopDefault: false })
}
