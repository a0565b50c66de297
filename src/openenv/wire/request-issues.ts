/** Errors of a request, in the form that OpenEnv's servers give: that of Pydantic. */
import type { z } from 'zod'

interface RequestIssue {
  /** Pydantic's name of the rule, e.g. `missing`. */
  readonly type: string
  /** The way to the value. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
  /** The value; of a missing one, that which lacks it. */
  readonly input: unknown
  readonly ctx?: Readonly<Record<string, number>>
}

/** A refused request; the session continues. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError'
  readonly issues: readonly RequestIssue[]

  constructor(issues: readonly RequestIssue[]) {
    super(issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '))
    this.issues = issues
  }
}

/**
 * @param under where the value is in its request.
 * @throws {InvalidRequestError} naming every error.
 */
export function checkedRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  under: readonly string[] = [],
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new InvalidRequestError(result.error.issues.flatMap(issue => issuesOf(issue, value, under)))
}

function issuesOf(issue: z.core.$ZodIssue, value: unknown, under: readonly string[]): readonly RequestIssue[] {
  const path = issue.path.filter(key => typeof key !== 'symbol')
  const input = valueAt(value, path)
  const loc = [...under, ...path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({
      type: 'extra_forbidden',
      loc: [...loc, key],
      msg: 'Extra inputs are not permitted',
      input: valueAt(input, [key]),
    }))
  if (input === undefined) {
    const parent = valueAt(value, path.slice(0, -1))
    return [{ type: 'missing', loc, msg: 'Field required', input: parent ?? null }]
  }
  if (issue.code === 'too_small' && typeof input === 'string') {
    const least = Number(issue.minimum)
    const msg = `String should have at least ${least} character${least === 1 ? '' : 's'}`
    return [{ type: 'string_too_short', loc, msg, input, ctx: { min_length: least } }]
  }
  if (issue.code === 'too_big' && typeof input === 'string') {
    const most = Number(issue.maximum)
    /* Too long texts are not sent back whole. */
    const msg = `String should have at most ${most} characters`
    return [{ type: 'string_too_long', loc, msg, input: `${input.slice(0, 100)}…`, ctx: { max_length: most } }]
  }
  return [{ type: issue.code, loc, msg: issue.message, input: shortened(input) }]
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    value,
  )
}

/** A value that is sent back to its sender: large ones by their kind alone. */
const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > 100 ? `${value.slice(0, 100)}…` : value
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? '[…]' : '{…}'
}
