import { z } from 'zod'
import { parseItem } from '../../src/items/formats/parse-item.ts'
import type { Item } from '../../src/items/formats/item.ts'
import { parsed } from '../../src/text/parsed.ts'

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
  return parsed('task', form, value)
}
