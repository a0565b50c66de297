/** The summary.json of a run. */
import { readFile } from 'node:fs/promises'
import { damageOf } from '../../../text/damage.ts'
import { parsedJson } from '../../../text/parsed.ts'
import { summarySchema } from './metrics-schema.ts'
import { systemCode } from '../../../files/system-code.ts'
import { RunDirectoryError } from './run-directory-error.ts'
import type { RunSummary } from './run-summary.ts'

/** `null` before it is written. @throws {RunDirectoryError} if it is damaged. */
export async function readSummary(file: string): Promise<RunSummary | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const parsed = summarySchema.safeParse(parsedJson(text), { reportInput: true })
  if (parsed.success) return parsed.data
  throw new RunDirectoryError(`${file} is damaged (${damageOf(parsed.error)}); delete it to go without it`)
}
