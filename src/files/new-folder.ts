import { mkdir, readdir } from 'node:fs/promises'

/** Makes a folder. @throws {RangeError} if there is one with something in it: nothing is ever overwritten. */
export async function newFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  if ((await readdir(path)).length > 0) throw new RangeError(`${path} is not empty: name a new folder`)
}
