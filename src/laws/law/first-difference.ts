import { types } from 'node:util'
import { preview } from '../../text/preview.ts'

/** Where two values first differ. */
export interface FirstDifference {
  /** Within them, e.g. `state.room`; empty for the values themselves. */
  readonly path: string
  readonly expected: string
  readonly found: string
}

/** Where two values of plain data first differ, with what is there in each; `null` if they are equal. */
export function firstDifference(expected: unknown, found: unknown, path = ''): FirstDifference | null {
  if (Object.is(expected, found)) return null
  if (typeof expected === 'string' && typeof found === 'string') return { path, ...around(expected, found) }
  if (typeof expected !== 'object' || typeof found !== 'object' || expected === null || found === null)
    return { path, expected: textOf(expected), found: textOf(found) }
  const [parts, others] = [partsOf(expected), partsOf(found)]
  for (const key of new Set([...parts.keys(), ...others.keys()])) {
    const difference = firstDifference(parts.get(key), others.get(key), path === '' ? key : `${path}.${key}`)
    if (difference !== null) return difference
  }
  return null
}

const textOf = (value: unknown): string => (Object.is(value, -0) ? '-0' : preview(value))

/** Letters before the first that differs. */
const lead = 30

/** Two texts from a little before where they differ: of long ones the beginning alone would be shown, and be the same. */
function around(expected: string, found: string): { readonly expected: string; readonly found: string } {
  const at = [...expected].findIndex((letter, index) => letter !== [...found][index])
  const from = Math.max(0, (at < 0 ? [...expected].length : at) - lead)
  const cut = (text: string) => preview(`${from > 0 ? '…' : ''}${[...text].slice(from).join('')}`)
  return { expected: cut(expected), found: cut(found) }
}

function partsOf(value: object): ReadonlyMap<string, unknown> {
  if (types.isMap(value)) return new Map([...value].map(([key, part]) => [String(key), part]))
  if (types.isSet(value)) return new Map([...value].map((part, index) => [String(index), part]))
  return new Map(Object.entries(value))
}
