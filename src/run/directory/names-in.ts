import { readdir } from 'node:fs/promises'
import { systemCode } from './run-directory-error.ts'

/** What is in a folder; nothing where there is none. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
}
