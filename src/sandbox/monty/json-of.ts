import { types } from 'node:util'

/** A function's result, as Python's `json.dumps` has it without spaces. @throws {TypeError} if JSON cannot express it. */
export function jsonOf(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : numberNames(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`
  if (types.isMap(value))
    return `{${[...(value as ReadonlyMap<unknown, unknown>)].map(([key, item]) => `${keyOf(key)}:${jsonOf(item)}`).join(',')}}`
  throw new TypeError('the function gave back a value that is no JSON')
}

const numberNames = (value: number): string => (Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity')

function keyOf(key: unknown): string {
  if (typeof key === 'string') return JSON.stringify(key)
  if (key === null || ['boolean', 'number', 'bigint'].includes(typeof key)) return `"${jsonOf(key)}"`
  throw new TypeError('the function gave back a dictionary whose keys are no JSON')
}
