import { systemCode } from '../../../files/system-code.ts'

/** A run directory that cannot be used as requested; the message gives the reason and a remedy. */
export class RunDirectoryError extends Error {
  override readonly name = 'RunDirectoryError'
}

/** @param asked iterations in words, e.g. `iterations 7–9`. @param there of which episodes are kept, ascending. */
export function noEpisodes(path: string, asked: string, there: readonly number[]): RunDirectoryError {
  const which = there.length === 0 ? 'none at all' : `those of ${there[0]} to ${there.at(-1)}`
  return new RunDirectoryError(`${path} has no episodes of ${asked}, it has ${which}`)
}

/** The disk refused to keep something; saved data are unchanged. */
export class DiskError extends Error {
  override readonly name = 'DiskError'
}

const meanings: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EIO: 'the disk failed',
}

/** What the disk says by an error, or by its cause; `null` for anything else. */
export const meaningOf = (error: unknown): string | null => meanings[systemCode(error) ?? ''] ?? null

/**
 * Does the work; errors of the disk become sentences.
 * @throws {DiskError} in place of a system error about space, rights or the device.
 */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const meaning = meaningOf(error)
    if (meaning === null) throw error
    const text = `${meaning} (writing ${path}). What was saved before is unharmed: make room or allow writing, then resume the run`
    throw new DiskError(text, { cause: error })
  }
}
