import { isPromise, type Shape, type Wrong } from './shape.ts'

/** Deeper than anything a person writes; a value that contains itself is refused by it. */
const deepest = 100

/** Data that JSON can represent: it can be sent to threads, and read back from a file unchanged. A property may be `undefined`: it is left out. */
export const plainData: Shape = {
  wanted: 'plain data',
  wrongIn: value => (value === undefined || value === null ? wrongAt('', value) : wrongIn(value, '', 0)),
}

const wrongAt = (path: string, found: unknown): Wrong => ({ path, wanted: plainData.wanted, found })

function wrongIn(value: unknown, path: string, depth: number): Wrong | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null
  if (typeof value === 'number') return Number.isFinite(value) ? null : wrongAt(path, value)
  if (typeof value !== 'object' || depth > deepest || isPromise(value)) return wrongAt(path, value)
  if (Array.isArray(value))
    return firstOf(value.entries(), index => wrongIn(value[index], `${path}[${index}]`, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return wrongAt(path, value)
  return firstOf(Object.entries(value), (key, part) =>
    part === undefined ? null : wrongIn(part, path === '' ? key : `${path}.${key}`, depth + 1),
  )
}

function firstOf<Key>(
  entries: Iterable<readonly [Key, unknown]>,
  look: (key: Key, part: unknown) => Wrong | null,
): Wrong | null {
  for (const [key, part] of entries) {
    const wrong = look(key, part)
    if (wrong !== null) return wrong
  }
  return null
}
