import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isError } from './built-in-error.ts'
import { loadInNodeRealm } from './load-in-node-realm.ts'

/**
 * The exports of a user's module, which need not be compiled: jiti finds `other.ts` also where it says `other.js`, which Node.js does not.
 *
 * @param address its URL.
 * @param once `anew` evaluates the file another time, so that it shares no state with earlier loads.
 * @throws whatever the module throws. @throws {RangeError} as `requireImportable`, and of an ES module
 * that Node.js reads as CommonJS.
 */
export async function importModule(address: string, once: 'shared' | 'anew' = 'shared'): Promise<Exports> {
  /* Late, so that importing the package is quick. */
  const { requireImportable } = await import('./importable.ts')
  requireImportable(address)
  if (/\.[cm]?ts$/.test(address)) return (await jiti(once)).import(address)
  try {
    return (await import(once === 'anew' ? `${address}?${randomUUID()}` : address)) as Exports
  } catch (thrown) {
    throw isTakenForCommonJs(thrown) ? new RangeError(howToBeModule, { cause: thrown }) : thrown
  }
}

/** Whether Node.js read an ES module as CommonJS, which `npm init` makes of every `.js` file of a project. */
const isTakenForCommonJs = (thrown: unknown): boolean =>
  isError(thrown) &&
  thrown.name === 'SyntaxError' &&
  /^(Unexpected token 'export'|Cannot use import statement outside a module)/.test(thrown.message)

const howToBeModule =
  'it is an ES module, which Node.js reads as CommonJS: name it .mjs, or set "type": "module" in package.json'

type Exports = Readonly<Record<string, unknown>>

/**
 * The default export of a user's file.
 *
 * @param file TypeScript or JavaScript, whose imports are resolved from its place.
 * @param once as for `importModule`.
 * @throws whatever the file throws. @throws {RangeError} if there is none.
 */
export async function defaultExportOf(file: string, once: 'shared' | 'anew' = 'shared'): Promise<unknown> {
  if (!existsSync(file)) throw new RangeError(`there is no file ${resolve(file)}`)
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
