/** The files of MiniWoB++ in the folder that the user has named. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Serve, ServedFile } from '../../../src/browser/containment.ts'

/** Where pages say that they come from; nothing is asked of this host. */
export const origin = 'http://localhost/'
export const urlOf = (page: string): string => `${origin}miniwob/${page}.html`

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  ...{ '.png': 'image/png', '.gif': 'image/gif', '.jpg': 'image/jpeg', '.svg': 'image/svg+xml' },
}

/** Where the folder may be, seen from the one named: of the package, of its wheel when unpacked, of a checkout. */
const inside = ['', 'html', 'miniwob/html']

export const folderAdvice =
  'The pages of MiniWoB++ are not part of this package: pip download --no-deps miniwob, unzip the wheel, and name its folder ' +
  'by --set environment.options.folder=FOLDER'

/**
 * The folder that holds `miniwob/*.html` and `core`.
 *
 * @throws {RangeError} saying where to get the pages, if it has none.
 */
export function pagesFolder(named: string): string {
  const found = inside.map(folder => join(named, folder)).find(folder => existsSync(join(folder, 'core', 'core.js')))
  if (found === undefined)
    throw new RangeError(`folder must hold the pages of MiniWoB++, got ${named}. ${folderAdvice}`)
  return realpathSync(found)
}

/**
 * Serves files of the folder and of no other, links included. Files are read once and kept: there are some megabytes.
 */
export function pageFiles(folder: string): Serve {
  const kept = new Map<string, ServedFile>()
  const read = (path: string): ServedFile | null => {
    const type = types[extname(path)]
    const file = join(folder, path)
    if (type === undefined || !existsSync(file) || !realpathSync(file).startsWith(folder + sep)) return null
    return { body: readFileSync(file), type }
  }
  return url => {
    if (!url.startsWith(origin)) return null
    const path = pathOf(url)
    if (path === null) return null
    const file = kept.get(path) ?? read(path)
    if (file !== null) kept.set(path, file)
    return file
  }
}

/** `null` where the URL has signs that make no text. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
}
