/** The default export of a user's file, which need not be compiled. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importModule } from '../contracts/import-module.ts'

/**
 * @param file TypeScript or JavaScript, whose imports are resolved from its place.
 * @param once as for `importModule`.
 * @throws whatever the file throws.
 */
export async function defaultExportOf(file: string, once: 'shared' | 'anew' = 'shared'): Promise<unknown> {
  const exported = await importModule(pathToFileURL(resolve(file)).href, once)
  const isModule = typeof exported === 'object' && exported !== null && 'default' in exported
  return isModule ? await exported.default : exported
}
