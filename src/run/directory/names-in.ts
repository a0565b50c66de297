import { readdir } from 'node:fs/promises'
import { systemCode } from '../../files/system-code.ts'

/** The names in a folder; none if there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
}
