/** Keys that there are not, in words: the one that was meant, or those that there are. */
import type { z } from 'zod'
import { nearest } from '../text/nearest.ts'
import { asSchema } from '../text/wanted.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** The name of a set of settings in messages. */
export interface Naming {
  /** E.g. `the configuration`. */
  readonly what: string
  /** The command that lists all keys, e.g. `rlanything config`. */
  readonly listedBy?: string
  /** Why a key that is known elsewhere is none here, by its path; `null` of keys that are known nowhere. */
  readonly elsewhere?: (path: string) => string | null
}

interface UnknownKeys {
  /** Of the object that holds them; empty for the whole. */
  readonly parent: readonly string[]
  readonly keys: readonly string[]
  /** Of that object. */
  readonly siblings: readonly string[]
}

/** More, and it is something else that was given: no guess helps. */
const maxGuessed = 4

/**
 * A line for each key with one that may have been meant, and one for all others together.
 *
 * @param schema of the whole value.
 */
export function unknownKeys(schema: Schema, { parent, keys, siblings }: UnknownKeys, naming: Naming): string[] {
  const { what, listedBy } = naming
  const full = (key: string): string => [...parent, key].join('.')
  const found = keys.map(key => ({
    key,
    meant: keys.length > maxGuessed ? [] : meantBy(schema, { parent, key, siblings }),
  }))
  const here = parent.length === 0 ? `${what} has` : `${parent.join('.')} has`
  const known = `${here} ${siblings.join(', ')}${listedBy === undefined ? '' : ` (${listedBy} lists all)`}`
  const guessed = found.flatMap(({ key, meant }) => {
    if (meant.length === 0) return []
    const isElsewhere = parent.length > 0 && !meant.some(path => siblings.map(full).includes(path))
    const rest = isElsewhere ? ` ${known}` : ''
    return [`${full(key)} is not a key of ${what}; did you mean ${meant.join(' or ')}?${rest}`]
  })
  const others = found.filter(({ meant }) => meant.length === 0).map(({ key }) => full(key))
  if (others.length === 0) return guessed
  const are = others.length === 1 ? 'is not a key' : 'are not keys'
  return [...guessed, `${others.join(', ')} ${are} of ${what}; ${known}`]
}

/** Every key below `schema` by its path; a record of free keys is one leaf. */
export function leafPaths(schema: Schema, prefix: readonly string[] = []): string[] {
  if (schema.properties === undefined) return [prefix.join('.')]
  return Object.entries(schema.properties).flatMap(([key, part]) => leafPaths(asSchema(part), [...prefix, key]))
}

interface UnknownKey {
  readonly parent: readonly string[]
  readonly key: string
  readonly siblings: readonly string[]
}

/** Paths by the same name elsewhere; else a similar name in the object; else one elsewhere off by a letter or two. */
function meantBy(schema: Schema, { parent, key, siblings }: UnknownKey): readonly string[] {
  const leaves = leafPaths(schema)
  const byName = (name: string): readonly string[] => leaves.filter(leaf => lastOf(leaf) === name)
  const same = byName(key)
  if (same.length > 0) return same
  const sibling = nearest(key, siblings)
  if (sibling !== null) return [[...parent, sibling].join('.')]
  const other = nearest(key, leaves.map(lastOf), 1 / 3)
  return other === null ? [] : byName(other)
}

const lastOf = (path: string): string => path.split('.').at(-1) ?? ''
