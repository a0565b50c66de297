/** The summary.json of a run. */
import { readFile } from 'node:fs/promises'
import type { Summary } from '../events.ts'
import { hasIteration } from './has-iteration.ts'
import { RunDirectoryError, systemCode } from './run-directory-error.ts'

/** Where the run began and, once it has ended or was interrupted, where it got to. */
export interface RunSummary {
  readonly before: Summary
  readonly after: Summary | null
}

/** `null` if there is none yet. @throws {RunDirectoryError} if it is damaged. */
export async function readSummary(file: string): Promise<RunSummary | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (isSummary(value)) return value
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
  }
  throw new RunDirectoryError(`${file} is damaged; delete it to go without it`)
}

const isSummary = (value: unknown): value is RunSummary =>
  typeof value === 'object' && value !== null && 'before' in value && hasIteration(value.before) && 'after' in value
