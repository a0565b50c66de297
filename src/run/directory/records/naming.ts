import { RunDirectoryError } from './run-directory-error.ts'
import { reasonOf } from '../../../contracts/failure.ts'

/** Reads something, and names its place if it is wrong. @throws {RunDirectoryError} for any error of `read`. */
export function naming<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const reason = reasonOf(error)
    throw new RunDirectoryError(`${where} is damaged: ${reason}`, { cause: error })
  }
}
