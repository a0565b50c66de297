import { isPromise } from './shape.ts'

const longest = 60

/** A value as an error shows it: on one line, and not too long. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return cut(JSON.stringify(value))
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return cut(String(value))
  if (isPromise(value)) return 'a Promise'
  if (ArrayBuffer.isView(value) && 'length' in value) return `a ${nameOf(value)} of ${String(value.length)}`
  const name = nameOf(value)
  return cut(name === 'Object' || name === 'Array' ? json(value) : `a ${name}`)
}

const cut = (line: string): string => (line.length <= longest ? line : `${line.slice(0, longest - 1)}…`)

function nameOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { readonly constructor?: { readonly name?: unknown } } | null
  const name = prototype?.constructor?.name
  return typeof name === 'string' && name !== '' ? name : 'Object'
}

/** Not all that is an object can be written. */
function json(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    return Array.isArray(value) ? 'a list' : 'an object'
  }
}
