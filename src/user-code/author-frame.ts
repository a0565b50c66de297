/** The line of the user's file in which an error arose. */
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Code that a run is given, as errors name it. */
export interface Author {
  /** E.g. `the world post`. */
  readonly name: string
  /** URL of its module, or path of its file; `null` if it came as an object. */
  readonly module: string | null
}

/** The package's own code, compiled and as its source maps have it: its frames lead to no mistake of an author's. */
const ours = ['..', '../../actors', '../../../src/', '../../../actors/'].map(place =>
  fileURLToPath(new URL(place, import.meta.url)),
)

/** E.g. `post.js:27:11`; the module where the stack has no frame of its author's, `null` if that is not known either. */
export const placeOf = (author: Author, stack: string): string | null =>
  frameIn(author, stack) ?? (author.module === null ? null : named(author.module))

/**
 * The first frame of a stack that is in a file of the author's: none of the package's, of Node's or of a dependency's.
 *
 * @returns e.g. `post.js:27:11`; `null` if none is.
 */
export function frameIn(author: Author, stack = ''): string | null {
  for (const line of stack.split('\n')) {
    const frame = frameOf(line)
    if (frame !== null && isIn(author, frame.location)) return `${named(frame.location)}:${frame.position}`
  }
  return null
}

/** Whether a line of a stack is no frame of the package, of Node.js or of a dependency. */
export function isAuthors(author: Author, line: string): boolean {
  const frame = frameOf(line)
  return frame === null ? !/^\s*at .*\bnode:/.test(line) : isIn(author, frame.location)
}

/** A module as a person names it: its path, from the working directory if it is in there; other URLs are cut off. */
export function named(module: string): string {
  const path = pathOf(module)
  if (!isAbsolute(path)) return path.length <= longest ? path : `${path.slice(0, longest - 1)}…`
  const near = relative(process.cwd(), path)
  return near.startsWith('..') || isAbsolute(near) ? path : near
}

const longest = 60

/** `at step (file:///post.js:27:11)`, `at async file:///post.js:1:1`; a syntax error begins with `/post.js:3`. */
function frameOf(line: string): { readonly location: string; readonly position: string } | null {
  const place = /((?:file:|data:|\/|[A-Za-z]:[\\/]).*?):(\d+(?::\d+)?)/.source
  const found = new RegExp(`^(?:\\s*at (?:async )?(?:[^(]*\\()?)?${place}\\)?$`).exec(line)
  const [, location, position] = found ?? []
  return location === undefined || position === undefined ? null : { location: pathOf(location), position }
}

function isIn({ module }: Author, location: string): boolean {
  const home = module === null ? null : folderOf(pathOf(module))
  return (home !== null && location.startsWith(home)) || !isForeign(location)
}

const isForeign = (location: string): boolean =>
  ours.some(place => location.startsWith(place)) || /[\\/]node_modules[\\/]/.test(location)

/** Of a file; other locations as they are. */
const pathOf = (location: string): string => (location.startsWith('file:') ? fileURLToPath(location) : location)

const folderOf = (path: string): string => path.replace(/[^\\/]*$/, '')
