import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { configProblems } from './config-problem.ts'
import type { Naming } from './unknown-keys.ts'

/** A schema as JSON Schema of a person's input: everything with a default may be left out. */
export const inputSchema = (schema: z.ZodType): z.core.JSONSchema.BaseSchema => z.toJSONSchema(schema, { io: 'input' })

/**
 * The complete settings with defaults filled in.
 *
 * @param contradictions of values that are allowed one by one but not together, one line each.
 * @throws {ConfigError} naming each wrong key by its path, with the value found and the value wanted.
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { contradictions, ...naming }: Naming & { contradictions: (settings: z.output<Schema>) => readonly string[] },
): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  const problems = parsed.success
    ? contradictions(parsed.data)
    : configProblems(inputSchema(schema), parsed.error.issues, naming)
  if (parsed.success && problems.length === 0) return parsed.data
  throw new ConfigError(
    problems.length === 1 ? problems[0] : `${naming.what} has ${problems.length} problems:\n  ${problems.join('\n  ')}`,
  )
}
