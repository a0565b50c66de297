/** What a killed process leaves in the folders of a run. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isTemporary } from '../../files/atomic.ts'
import { systemCode } from '../../files/system-code.ts'
import { isLockName } from './lock.ts'
import { RunDirectoryError } from './records/run-directory-error.ts'

/**
 * Removes half-written or half-removed files of a killed process from the folders of a run.
 * @param warn called for each thing removed.
 */
export async function sweep(run: string, warn: (text: string) => void): Promise<void> {
  for (const folder of [run, ...['episodes', 'checkpoints', 'failures'].map(name => join(run, name))]) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names) {
      /* A lock may be being written at this moment, by another taker: it has its own way to go. */
      if (!isTemporary(name) || isLockName(name)) continue
      const path = join(folder, name)
      await rm(path, { recursive: true, force: true })
      warn(`removed ${path}: the run was cut off in the middle of it`)
    }
  }
}

/** @throws {RunDirectoryError} if there is a folder with something in it, other than what a process left that was killed before its run began. */
export async function requireUnused(path: string): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return []
    throw error
  })
  if (names.every(name => isLockName(name) || isUnfinishedConfig(name))) return
  throw new RunDirectoryError(`${path} is not empty; name another folder, or resume the run in it`)
}

/** All that is in the folder of a run that was cut off before it was one. */
export const isUnfinishedConfig = (name: string): boolean => name.startsWith('config.json.') && isTemporary(name)
