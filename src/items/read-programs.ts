/** Programs of a file, and whose they are. */
import { z } from 'zod'
import { shaped } from './formats/check-item.ts'
import type { Refusal } from './formats/item.ts'
import { recordsOf, type RecordPlace } from './formats/records.ts'
import { readRecord } from './read-items.ts'

const schema = z.object({
  question_id: z.union([z.string().min(1), z.int()]).optional(),
  index: z.int().min(0).optional(),
  program: z.string().optional(),
  programs: z.array(z.string()).min(1).optional(),
  code_list: z.array(z.string()).min(1).optional(),
})

/** The key by which programs name their item: by its `question_id`, or by its place among the items, from 0. */
export type ItemName = { readonly id: string } | { readonly index: number }

export interface Programs {
  readonly kind: 'programs'
  readonly place: RecordPlace
  readonly of: ItemName
  readonly programs: readonly string[]
}

interface ProgramsFile {
  readonly entries: readonly Programs[]
  readonly refusals: readonly Refusal[]
}

/** @throws {RangeError} if the file cannot be read, or is a list that is damaged or too long to be read whole. */
export async function readPrograms(file: string): Promise<ProgramsFile> {
  const entries: Programs[] = []
  const refusals: Refusal[] = []
  for await (const record of recordsOf(file, 'programs')) {
    const read = readRecord('programs', record, value => ({
      ...parsePrograms(value),
      place: { where: record.where, index: record.index },
    }))
    if (read.kind === 'refused') refusals.push(read.refusal)
    else entries.push(read)
  }
  return { entries, refusals }
}

/** @throws {RangeError} naming the fields that are wrong, with the value wanted and the value found. */
export function parsePrograms(value: unknown): Omit<Programs, 'place'> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`programs must be an object, got ${JSON.stringify(value).slice(0, 80)}`)
  const { question_id: id, index, program, programs, code_list: list } = shaped(schema, value)
  oneOf({ question_id: id, index })
  oneOf({ program, programs, code_list: list })
  return {
    kind: 'programs',
    of: index !== undefined ? { index } : { id: String(id) },
    programs: programs ?? list ?? [program ?? ''],
  }
}

/** @throws {RangeError} unless exactly one of the fields is there. */
function oneOf(fields: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(fields)
  const given = names.filter(name => fields[name] !== undefined)
  if (given.length !== 1)
    throw new RangeError(`one of ${names.join(', ')} must be there, got ${given.join(' and ') || 'none'}`)
}
