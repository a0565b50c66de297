import { reasonOf } from '../contracts/failure.ts'
import type { Item, Refusal } from './formats/item.ts'
import { parseItem } from './formats/parse-item.ts'
import { recordsOf, type JsonRecord, type RecordPlace } from './formats/records.ts'
import { isRangeError } from '../contracts/built-in-error.ts'

/** An item with its place, or why reading failed. */
export type ItemRead = { readonly kind: 'item'; readonly item: Item; readonly place: RecordPlace } | RefusedRecord

export interface RefusedRecord {
  readonly kind: 'refused'
  readonly refusal: Refusal
}

/**
 * The items of a file, one at a time: RLAnything's or LiveCodeBench's, one JSON object a line or a list of them. One that
 * cannot be used is reported and skipped.
 *
 * @throws {RangeError} if the file cannot be read, or is a list that is damaged or too long to be read whole.
 */
export async function* readItems(file: string): AsyncGenerator<ItemRead> {
  /** The place where each `question_id` occurred first. */
  const seen = new Map<string, string>()
  for await (const record of recordsOf(file, 'items')) {
    yield readRecord('items', record, value => {
      const item = parseItem(value)
      const before = item.id === null ? undefined : seen.get(item.id)
      if (before !== undefined)
        throw new RangeError(
          `question_id must be another for each item, got ${JSON.stringify(item.id)} of ${before} again`,
        )
      if (item.id !== null) seen.set(item.id, record.where)
      return { kind: 'item' as const, item, place: { where: record.where, index: record.index } }
    })
  }
}

/** The result of `parse` for a record, or why it was refused. @param parse throws a `RangeError` to refuse. */
export function readRecord<Read>(
  file: Refusal['file'],
  record: JsonRecord,
  parse: (value: unknown) => Read,
): Read | RefusedRecord {
  const { where, index } = record
  const refused = (id: string | null, reason: string): RefusedRecord => ({
    kind: 'refused',
    refusal: { file, where, index, id, reason },
  })
  if ('problem' in record) return refused(null, record.problem)
  try {
    return parse(record.value)
  } catch (error) {
    if (!isRangeError(error)) throw error
    return refused(idOf(record.value), reasonOf(error))
  }
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'question_id' in value ? value.question_id : null
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}
