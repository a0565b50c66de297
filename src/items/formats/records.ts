/** JSON objects of a file: one a line, or a list of them. */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { reasonOf } from '../../contracts/failure.ts'
import { readJson, type Json } from './json.ts'
import { linesOf } from './lines.ts'

/** A place in a file. */
export interface RecordPlace {
  /** For a person: `line 3`, or `item 3` of a list; both from 1. */
  readonly where: string
  /** From 0, blank lines not counted; unreadable ones are. */
  readonly index: number
}

export type JsonRecord = RecordPlace & Json

/** Most bytes of a line, and of a list, which is read whole. A text cannot be much longer. */
export const maxBytes = 2 ** 28

/**
 * @param what content of the file, for a refusal: `items`.
 * @throws {RangeError} if the file cannot be read, or is a damaged or too long list, of which no single line can be dropped.
 */
export async function* recordsOf(file: string, what: string, limit = maxBytes): AsyncGenerator<JsonRecord> {
  if (await beginsAsList(file, what)) {
    const list = await readList(file, limit)
    if ('value' in list) {
      yield* list.value.map((value, index) => ({ where: `item ${index + 1}`, index, value }))
      return
    }
    if (!(await hasObjectLine(file, limit))) throw new RangeError(`the list of ${what} in ${file} ${list.problem}`)
  }
  let index = 0
  for await (const line of linesOf(createReadStream(file), limit)) {
    if ('text' in line && line.text.trim() === '') continue
    const place = { where: `line ${line.number}`, index }
    yield 'problem' in line ? { ...place, problem: line.problem } : { ...place, ...readJson(line.text) }
    index += 1
  }
}

/** Whether the first letter of the file opens a list. */
async function beginsAsList(file: string, what: string): Promise<boolean> {
  try {
    const handle = await open(file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
      return buffer.toString('utf8', 0, bytesRead).trimStart().startsWith('[')
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new RangeError(`the file of ${what} ${file} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

async function readList(
  file: string,
  limit: number,
): Promise<{ readonly value: readonly unknown[] } | { readonly problem: string }> {
  const { size } = await stat(file)
  if (size > limit)
    return { problem: `is too long: it must have at most ${limit} bytes, got ${size}; write one object a line instead` }
  const bytes = await readFile(file)
  if (!isUtf8(bytes)) return { problem: 'is not UTF-8' }
  const json = readJson(bytes.toString())
  if ('problem' in json) return json
  return Array.isArray(json.value) ? { value: json.value } : { problem: 'is not a list' }
}

/** Then it is no list, but lines of which the first is damaged. */
async function hasObjectLine(file: string, limit: number): Promise<boolean> {
  for await (const line of linesOf(createReadStream(file), limit)) {
    const json = 'text' in line ? readJson(line.text) : line
    if ('value' in json && typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value))
      return true
  }
  return false
}
