/**
 * Rows of episodes as a Parquet file, for this program, pandas and DuckDB alike; lists are JSON columns. The library, 50 files
 * to load, is imported by who uses it.
 */
import { readFile } from 'node:fs/promises'
import type { BasicType } from 'hyparquet-writer'
import { z } from 'zod'
import { writeFileAtomic } from '../../../files/atomic.ts'
import { emptySeal, sealOf, sealed } from '../../../files/seal.ts'
import { damageOf } from '../../../text/damage.ts'
import { completeRow, episodeRowSchema, type EpisodeRow } from './episode-row.ts'
import { RunDirectoryError, onDisk } from './run-directory-error.ts'

const columns: Readonly<Record<keyof EpisodeRow, BasicType>> = {
  iteration: 'INT32',
  episode: 'STRING',
  use: 'STRING',
  slot: 'INT32',
  member: 'INT32',
  step: 'INT32',
  opening: 'STRING',
  agent: 'STRING',
  action: 'STRING',
  observation: 'STRING',
  situation: 'STRING',
  finish: 'STRING',
  won: 'BOOLEAN',
  score: 'DOUBLE',
  ending: 'STRING',
  good: 'BOOLEAN',
  goodReason: 'STRING',
  verdicts: 'JSON',
  verdictReasons: 'JSON',
  softVerdicts: 'JSON',
  tests: 'JSON',
  noteFinishes: 'JSON',
  passedByCorrect: 'JSON',
  passedByIncorrect: 'JSON',
  invalid: 'STRING',
  reward: 'DOUBLE',
  advantage: 'DOUBLE',
  noteRewards: 'JSON',
  noteAdvantages: 'JSON',
  age: 'INT32',
  noteAge: 'INT32',
}

/** Rows as columns for `hyparquet-writer`. */
export const episodeColumns = (rows: readonly EpisodeRow[]) =>
  episodeRowSchema.keyof().options.map(name => ({ name, type: columns[name], data: rows.map(row => row[name]) }))

export async function writeEpisodeTable(path: string, rows: readonly EpisodeRow[]): Promise<void> {
  const columnData = episodeColumns(rows)
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const buffer = parquetWriteBuffer({ columnData, statistics: false, kvMetadata: emptySeal })
  await onDisk(path, () => writeFileAtomic(path, sealed(new Uint8Array(buffer))))
}

/**
 * A file that is not whole by its checksum is not even tried: damage can make the library read on without end.
 *
 * @throws {RunDirectoryError} if the file is not as it was written, or not a table of episodes.
 */
export async function readEpisodeTable(path: string): Promise<EpisodeRow[]> {
  const bytes = await readFile(path)
  const seal = sealOf(bytes)
  if (seal === 'none')
    throw notATable(path, 'it has no checksum, so that it was not written by a run, or has changed since')
  if (seal === 'broken')
    throw new RunDirectoryError(`${path} has changed since it was written, by its checksum; delete it to go without it`)
  const parsed = z.array(episodeRowSchema).safeParse(await rowsOf(path, bytes), { reportInput: true })
  if (!parsed.success) throw notATable(path, damageOf(parsed.error))
  return parsed.data
}

async function rowsOf(path: string, bytes: Uint8Array): Promise<readonly unknown[]> {
  const { parquetReadObjects } = await import('hyparquet')
  try {
    const file = new Uint8Array(bytes).buffer
    return (await parquetReadObjects({ file })).map(completeRow)
  } catch (error) {
    /* The library's message about an unexpected file is about its own internals. */
    throw notATable(path, 'it is no whole Parquet file', error)
  }
}

const notATable = (path: string, reason: string, cause?: unknown): RunDirectoryError =>
  new RunDirectoryError(`${path} is not a table of episodes (${reason}); delete it to go without it`, { cause })
