import { types } from 'node:util'
import { preview } from '../../text/preview.ts'

/** Where two values first differ. */
export interface FirstDifference {
  /** Within them, e.g. `state.room`; empty for the values themselves. */
  readonly path: string
  readonly expected: string
  readonly found: string
}

/**
 * Where two values of plain data first differ, with each one's value there; `null` if they are equal.
 *
 * @param same whether two parts count as equal that are no objects, or one of them is none.
 */
export function firstDifference(
  expected: unknown,
  found: unknown,
  same: (expected: unknown, found: unknown) => boolean = Object.is,
  path = '',
): FirstDifference | null {
  if (same(expected, found)) return null
  if (typeof expected === 'string' && typeof found === 'string') return { path, ...around(expected, found) }
  if (typeof expected !== 'object' || typeof found !== 'object' || expected === null || found === null)
    return { path, expected: textOf(expected), found: textOf(found) }
  const [parts, others] = [partsOf(expected), partsOf(found)]
  for (const key of new Set([...parts.keys(), ...others.keys()])) {
    const difference = firstDifference(parts.get(key), others.get(key), same, path === '' ? key : `${path}.${key}`)
    if (difference !== null) return difference
  }
  return null
}

/** What was expected, with its place, and what was found there. */
export const placed = ({ path, expected, found }: FirstDifference): [expected: string, found: string] => [
  path === '' ? expected : `${expected} at ${path}`,
  found,
]

const textOf = (value: unknown): string => (Object.is(value, -0) ? '-0' : preview(value))

/** Letters before the first that differs. */
const lead = 30

/** Two texts from a little before where they differ: of long ones the beginning alone would be shown, and be the same. */
function around(expected: string, found: string): { readonly expected: string; readonly found: string } {
  const [letters, others] = [[...expected], [...found]]
  const at = letters.findIndex((letter, index) => letter !== others[index])
  const from = Math.max(0, (at < 0 ? letters.length : at) - lead)
  const cut = (text: string) => preview(`${from > 0 ? '…' : ''}${[...text].slice(from).join('')}`)
  return { expected: cut(expected), found: cut(found) }
}

function partsOf(value: object): ReadonlyMap<string, unknown> {
  if (types.isMap(value)) return new Map([...value].map(([key, part]) => [String(key), part]))
  if (types.isSet(value)) return new Map([...value].map((part, index) => [String(index), part]))
  return new Map(Object.entries(value))
}
