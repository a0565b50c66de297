import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The module of a user's own actor. @throws {RangeError} if there is no such file. */
export function actorFile(path: string | null): URL | null {
  if (path === null) return null
  const url = pathToFileURL(resolve(path))
  if (statSync(url, { throwIfNoEntry: false })?.isFile() === true) return url
  throw new RangeError(`actor must be the path of a compiled module, got '${path}'`)
}
