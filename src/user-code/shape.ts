/**
 * Shapes of values from user code: the one checker of values at the boundary. It costs a few `typeof` where nothing is wrong,
 * because it runs at every step of a world, and it imports nothing, because every thread loads it.
 */

/** The first thing that is wrong with a value. */
export interface Wrong {
  /** Within the value, e.g. `label.reason` or `[3]`; empty for the value itself. */
  readonly path: string
  readonly wanted: string
  readonly found: unknown
}

export interface Shape {
  /** In words, e.g. `text`. */
  readonly wanted: string
  readonly wrongIn: (value: unknown) => Wrong | null
}

const shape = (wanted: string, holds: (value: unknown) => boolean): Shape => ({
  wanted,
  wrongIn: found => (holds(found) ? null : { path: '', wanted, found }),
})

export const text = shape('text', value => typeof value === 'string')
export const flag = shape('true or false', value => typeof value === 'boolean')
export const number = shape('a number', value => typeof value === 'number')
export const finite = shape('a finite number', value => Number.isFinite(value))
export const share = shape('a number in [0, 1]', value => typeof value === 'number' && value >= 0 && value <= 1)
export const count = shape('a positive integer', value => Number.isSafeInteger(value) && (value as number) >= 1)
export const callable = shape('a function', value => typeof value === 'function')
export const bytes = shape('bytes', value => Object.prototype.toString.call(value) === '[object Uint8Array]')
/** Whatever is there when it is given. */
export const settled = shape('a value', value => !isPromise(value))
/** Not checked to be plain data: it may be large, and stays where it is. */
export const opaque = shape('plain data', value => value !== undefined && !isPromise(value))

export const oneOf = (...names: readonly string[]): Shape =>
  shape(`one of ${names.join(', ')}`, value => typeof value === 'string' && names.includes(value))

export const orNull = (inner: Shape): Shape => or(inner, null)
export const optional = (inner: Shape): Shape => or(inner, undefined)

function or(inner: Shape, other: null | undefined): Shape {
  const wanted = `${inner.wanted} or ${other === null ? 'null' : 'nothing'}`
  return {
    wanted,
    wrongIn: value => {
      if (value === other) return null
      const wrong = inner.wrongIn(value)
      return wrong?.path === '' ? { ...wrong, wanted } : wrong
    },
  }
}

export function listOf(item: Shape): Shape {
  const wanted = 'a list'
  return {
    wanted,
    wrongIn: found => {
      if (!Array.isArray(found)) return { path: '', wanted, found }
      for (let index = 0; index < found.length; index += 1) {
        const wrong = item.wrongIn(found[index])
        if (wrong !== null) return { ...wrong, path: joined(`[${index}]`, wrong.path) }
      }
      return null
    },
  }
}

/** Parts that an error names all at once. */
const maxNamed = 4

/** An object with these parts; others are not checked. */
export function record(parts: Readonly<Record<string, Shape>>): Shape {
  const keys = Object.keys(parts)
  const shapes = Object.values(parts)
  const wanted = keys.length === 0 || keys.length > maxNamed ? 'an object' : `an object with ${enumerated(keys)}`
  return {
    wanted,
    wrongIn: found => {
      if (typeof found !== 'object' || found === null || Array.isArray(found) || isPromise(found))
        return { path: '', wanted, found }
      for (let index = 0; index < keys.length; index += 1) {
        const key = keys[index]!
        const wrong = shapes[index]!.wrongIn((found as Readonly<Record<string, unknown>>)[key])
        if (wrong !== null) return { ...wrong, path: joined(key, wrong.path) }
      }
      return null
    },
  }
}

export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

const joined = (outer: string, inner: string): string =>
  inner === '' || inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`

const enumerated = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
