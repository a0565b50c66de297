import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** @param path of a module, or its URL. */
export const moduleUrl = (path: string): URL =>
  path.startsWith('file:') ? new URL(path) : pathToFileURL(resolve(path))

/**
 * A user's module.
 *
 * @param setting that names it, for the message.
 * @param path of the file, or its URL.
 * @throws {RangeError} if there is no such file.
 */
export function moduleFile(setting: string, path: string): URL {
  const url = moduleUrl(path)
  if (statSync(url, { throwIfNoEntry: false })?.isFile() === true) return url
  const place = existsSync(url) ? 'that is a folder' : `there is no file ${fileURLToPath(url)}`
  throw new RangeError(`${setting} must be the path of a module, got '${path}'; ${place}`)
}
