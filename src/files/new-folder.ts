import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '../contracts/failure.ts'
import { isTemporary, writeDirectoryAtomic } from './atomic.ts'
import { systemCode } from './system-code.ts'

/**
 * Makes a folder; of one that is there, what a killed process left behind is removed.
 * @throws {RangeError} if there is one with something in it, for nothing is ever overwritten; or it cannot be made.
 */
export async function newFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    const code = systemCode(error)
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in its way' : reasonOf(error)
    throw new RangeError(`the folder ${path} cannot be made: ${reason}; name a new folder`, { cause: error })
  }
  const names = await readdir(path)
  if (!names.every(isTemporary)) throw new RangeError(`${path} is not empty: name a new folder`)
  for (const name of names) await rm(join(path, name), { recursive: true, force: true })
}

/**
 * Makes a folder, whose files get their names once all of them are written.
 *
 * @param write fills `temporary`, which exists and is empty.
 * @throws {RangeError} as `newFolder`. @throws {Error} that of `write`; nothing of the files remains.
 */
export async function filledFolder(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  await newFolder(path)
  const filled = join(path, 'filled.00000000.tmp')
  await writeDirectoryAtomic(filled, write)
  for (const name of await readdir(filled)) await rename(join(filled, name), join(path, name))
  await rmdir(filled)
}
