import { mkdir, readdir } from 'node:fs/promises'
import { systemCode } from './system-code.ts'

/**
 * Makes a folder.
 * @throws {RangeError} if there is one with something in it, for nothing is ever overwritten; or a file is in its way.
 */
export async function newFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    const code = systemCode(error)
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error
    throw new RangeError(`${path} cannot be a folder: a file is in its way; name a new folder`, { cause: error })
  }
  if ((await readdir(path)).length > 0) throw new RangeError(`${path} is not empty: name a new folder`)
}
