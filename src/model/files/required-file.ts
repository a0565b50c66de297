import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../contracts/failure.ts'
import { readIfThere } from '../../files/read-if-there.ts'

/** The bytes of a file that a model's folder must have. @throws {RangeError} if it has not. */
export async function requiredFile(folder: string, name: string): Promise<Buffer> {
  const bytes = await readIfThere(join(folder, name))
  if (bytes !== undefined) return bytes
  throw new RangeError(
    existsSync(folder)
      ? `there is no ${name} in ${folder}: a model's folder must have one`
      : `there is no folder ${folder}, and a model's must have ${name}`,
  )
}

/** @throws {RangeError} if `bytes` are not JSON, naming the file. */
export function parseJson(bytes: Buffer, path: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    const reason = bytes.subarray(0, 3).equals(byteOrderMark)
      ? 'it begins with a byte order mark, which transformers refuses too'
      : reasonOf(error)
    throw new RangeError(`${path} is not JSON: ${reason}; take it from another checkpoint`, { cause: error })
  }
}

/** What `read` gives. @throws {RangeError} with the reason of its error, naming the file. */
export function inFile<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new RangeError(`${path}: ${reasonOf(error)}`, { cause: error })
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
