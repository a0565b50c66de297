import { preview } from '../../text/preview.ts'

/** Bytes that a file system takes as a name. */
const longest = 255

/**
 * A name means one folder in that of the runs, on every system.
 * @throws {RangeError} if it could lead elsewhere, or cannot be seen as it is.
 */
export function requireName(name: string): void {
  const wrong = problemOf(name)
  if (wrong !== null) throw new RangeError(`--name must be ${wrong}, got ${preview(name)}`)
}

function problemOf(name: string): string | null {
  if (name.trim() === '') return 'a name with at least one letter'
  if (name === '.' || name === '..') return 'a name of its own'
  if (/[/\\]/.test(name)) return 'a name without / or \\; the folder of the runs is --directory'
  if (/\p{Cc}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Bidi_Control}/u.test(name)) return 'a name without control characters'
  return Buffer.byteLength(name) > longest ? `a name of at most ${longest} bytes` : null
}
