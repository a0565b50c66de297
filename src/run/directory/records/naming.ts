import { RunDirectoryError } from './run-directory-error.ts'
import { reasonOf } from '../../../contracts/failure.ts'

/** Reads something, and says where it stood if it is wrong. @throws {RunDirectoryError} for whatever `read` throws. */
export function naming<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const reason = reasonOf(error)
    throw new RunDirectoryError(`${where} is damaged: ${reason}`, { cause: error })
  }
}
