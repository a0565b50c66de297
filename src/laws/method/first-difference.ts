import { types } from 'node:util'
import { preview } from '../../text/preview.ts'

/** Where two values of plain data first differ, with each one's value there; `null` if they are equal. */
export function firstDifference(wanted: unknown, found: unknown, path = ''): string | null {
  if (Object.is(wanted, found)) return null
  if (typeof wanted !== 'object' || typeof found !== 'object' || wanted === null || found === null)
    return `${path === '' ? 'it' : path} is ${preview(found)}, and should be ${preview(wanted)}`
  const [parts, others] = [partsOf(wanted), partsOf(found)]
  for (const key of new Set([...parts.keys(), ...others.keys()])) {
    const difference = firstDifference(parts.get(key), others.get(key), path === '' ? key : `${path}.${key}`)
    if (difference !== null) return difference
  }
  return null
}

function partsOf(value: object): ReadonlyMap<string, unknown> {
  if (types.isMap(value)) return new Map([...value].map(([key, part]) => [String(key), part]))
  if (types.isSet(value)) return new Map([...value].map((part, index) => [String(index), part]))
  return new Map(Object.entries(value))
}
