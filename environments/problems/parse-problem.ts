import { z } from 'zod'
import { parseItem } from '../../src/items/formats/parse-item.ts'
import type { Item } from '../../src/items/formats/item.ts'

const text = z.string().nullable()
const form = z.strictObject({
  format: z.enum(['rlanything', 'livecodebench']),
  id: text,
  title: text,
  difficulty: text,
  question: z.string(),
  starterCode: z.string(),
  functionName: text,
  tests: z.array(z.strictObject({ input: z.string(), output: z.string() })).min(1),
  timeMs: z.number().min(1).max(600_000),
})

/**
 * An item as a file has it, or as it was read before.
 *
 * @throws {RangeError} naming the field, the value found and the value wanted.
 */
export function parseProblem(value: unknown): Item {
  if (typeof value !== 'object' || value === null || !('format' in value)) return parseItem(value)
  const parsed = form.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path ?? []
  const found = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
  const shown = (JSON.stringify(found) ?? 'nothing').slice(0, 80)
  throw new RangeError(`task.${path.join('.')}: ${issue?.message ?? 'invalid'}, got ${shown}`)
}
