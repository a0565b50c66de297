import { fileURLToPath } from 'node:url'
import { clonesAreOurs } from './same-data.ts'

/**
 * Loads a package that works on Node's objects in Node's realm, whatever the realm of the caller.
 *
 * @param name of the package, or the address of a file.
 */
export const loadInNodeRealm = (name: string): unknown =>
  clonesAreOurs
    ? import(name)
    : /* `createRequire` of a virtual machine loads into that. */
      (process.getBuiltinModule('node:module').createRequire(import.meta.url)(
        name.startsWith('file:') ? fileURLToPath(name) : name,
      ) as unknown)
