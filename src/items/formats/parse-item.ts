import type { Item } from './item.ts'
import { parseLiveCodeBenchItem } from './livecodebench.ts'
import { parseRlanythingItem } from './rlanything.ts'

/**
 * An item of either format; its fields say which.
 *
 * @throws {RangeError} naming the fields that are wrong, with the value wanted and the value found.
 */
export function parseItem(value: unknown): Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(
      `an item must be an object, got ${value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value}`,
    )
  const has = (field: string): boolean => field in value
  if (rlanythingFields.some(has)) return parseRlanythingItem(value)
  if (liveCodeBenchFields.some(has)) return parseLiveCodeBenchItem(value)
  throw new RangeError(
    `an item must have test_input and test_output, or public_test_cases and private_test_cases, got ${Object.keys(value).slice(0, 20).join(', ') || 'no field'}`,
  )
}

const rlanythingFields = ['test_input', 'test_output', 'test_method']
const liveCodeBenchFields = ['public_test_cases', 'private_test_cases', 'question_content']
