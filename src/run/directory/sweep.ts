import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isTemporary } from '../../files/atomic.ts'
import { isLockName } from './lock.ts'

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
