/**
 * Equality and copies of data from any realm: clones and messages are of the realm around the virtual machine of a test runner, and
 * `isDeepStrictEqual` compares prototypes.
 */
import { isDeepStrictEqual, types } from 'node:util'

/** Deeply equal; arrays, maps, sets, typed arrays and plain objects of another realm are as those of this one. */
export const sameData = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) || isDeepStrictEqual(inThisRealm(one), inThisRealm(other))

/** A structured clone that is of this realm. @throws what `structuredClone` throws. */
export const cloned = <T>(value: T): T =>
  clonesAreOurs ? structuredClone(value) : (inThisRealm(structuredClone(value)) as T)

/** Whether this is Node's own realm, in which clones are made, and no virtual machine. */
export const clonesAreOurs = Object.getPrototypeOf(structuredClone([])) === Array.prototype

/** The same data, of this realm; objects of classes that are not built in stay as they are. */
export function inThisRealm(value: unknown, known: Map<object, unknown> = new Map<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (known.has(value)) return known.get(value)
  const copy = emptied(value)
  if (copy === null) return value
  known.set(value, copy)
  const of = (part: unknown) => inThisRealm(part, known)
  if (types.isMap(value)) for (const [key, part] of value) (copy as Map<unknown, unknown>).set(of(key), of(part))
  else if (types.isSet(value)) for (const part of value) (copy as Set<unknown>).add(of(part))
  else if (!ArrayBuffer.isView(value))
    for (const [key, part] of Object.entries(value)) (copy as Record<string, unknown>)[key] = of(part)
  return copy
}

/** Of this realm, without its parts; numbers of typed arrays are in it. `null` where the class is not built in. */
function emptied(value: object): object | null {
  const prototype = Object.getPrototypeOf(value) as { readonly constructor?: { readonly name?: unknown } } | null
  if (prototype === null) return Object.create(null) as object
  if (prototype.constructor?.name !== Object.prototype.toString.call(value).slice(8, -1)) return null
  if (Array.isArray(value)) return new Array<unknown>(value.length)
  if (types.isMap(value)) return new Map()
  if (types.isSet(value)) return new Set()
  if (types.isDate(value)) return new Date(value)
  if (types.isTypedArray(value)) return ofThisRealm(value)
  return prototype.constructor.name === 'Object' ? {} : null
}

const ofThisRealm = (value: NodeJS.TypedArray): object =>
  Reflect.construct(Reflect.get(globalThis, value[Symbol.toStringTag]) as new () => object, [value]) as object
