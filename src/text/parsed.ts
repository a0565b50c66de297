/** Values of unknown origin: read as JSON, and checked by a schema. */
import type { z } from 'zod'
import { preview } from './preview.ts'

/** The value that a text is in JSON; `undefined` if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @param name of the value, in front of the fields in messages, e.g. `task`.
 * @throws {RangeError} naming the first wrong field, the value wanted and the value found: `task.stepLimit: expected number to be >0, got 0`.
 */
export function parsed<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path ?? []
  const found = preview(foundAt(value, path))
  throw new RangeError(`${fieldOf(name, path)}: ${issue === undefined ? 'invalid' : wantedBy(issue)}, got ${found}`)
}

/** What an issue wants, without what it found, which is shown as it is; of a union without a message of its own, what each of its schemas does. */
function wantedBy(issue: z.core.$ZodIssue): string {
  const of =
    issue.code === 'invalid_union' && issue.message === 'Invalid input'
      ? issue.errors.flatMap(([first]) => (first === undefined ? [] : [wantedAt(first)]))
      : []
  const [own, ...others] = new Set(of)
  if (own !== undefined) return [own, ...others.map(text => text.replace(/^expected /, ''))].join(' or ')
  return issue.message.replace(/^(Invalid input|Too small|Too big): /, '').replace(/, received [^,]*$/, '')
}

/** With its place, where that is inside the value. */
const wantedAt = (issue: z.core.$ZodIssue): string =>
  issue.path.length === 0 ? wantedBy(issue) : `${wantedBy(issue)} at ${fieldOf('', issue.path)}`

const fieldOf = (name: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((before, key) => before + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`), name)

/** `undefined` where there is nothing at that path. */
const foundAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value)
