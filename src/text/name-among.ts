import { preview } from './preview.ts'

/**
 * The one of the allowed names that a value says, in upper or lower case.
 *
 * @param field named in the message, e.g. `proposal.kind`.
 * @throws {RangeError} naming the field, the names allowed and the value found.
 */
export function nameAmong<Name extends string>(field: string, allowed: readonly Name[], found: unknown): Name {
  const name = allowed.find(each => typeof found === 'string' && each.toLowerCase() === found.trim().toLowerCase())
  if (name !== undefined) return name
  throw new RangeError(`${field} must be one of ${allowed.join(', ')}, got ${preview(found)}`)
}
