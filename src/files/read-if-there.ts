import { reasonOf } from '../contracts/failure.ts'
import { readWhole } from './read-whole.ts'
import { systemCode } from './system-code.ts'

/** A file's bytes; `undefined` if there is no such file. @throws {RangeError} if it cannot be read. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readWhole(path)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new RangeError(`cannot read ${path}: ${reasonOf(error)}`, { cause: error })
  }
}
