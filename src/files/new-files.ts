/** A folder of files that appears whole or not at all. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeDirectoryAtomic } from './atomic.ts'
import { readIfThere } from './read-if-there.ts'

/** By their names in the folder. */
type NamedFiles = Iterable<readonly [name: string, contents: string | Uint8Array]>

/** @throws {RangeError} if there is something at `folder` already. */
export const writeNewFiles = (folder: string, files: NamedFiles): Promise<void> =>
  writeDirectoryAtomic(folder, async temporary => {
    for (const [name, contents] of files) {
      const path = join(temporary, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, contents)
    }
  })

/**
 * The same for a request that may be asked again, as the reply to it can be lost after the folder is there: one that holds just these
 * files, to the last byte, is left as it is.
 *
 * @throws {RangeError} if there is something else at `folder`.
 */
export async function writeFilesOnce(folder: string, files: () => NamedFiles): Promise<void> {
  try {
    await writeNewFiles(folder, files())
  } catch (thrown) {
    if (!(await holdsJust(folder, files()))) throw thrown
  }
}

async function holdsJust(folder: string, files: NamedFiles): Promise<boolean> {
  const others = new Set(await readdir(folder).catch(() => []))
  for (const [name, contents] of files) {
    const found = await readIfThere(join(folder, name))
    if (found?.equals(Buffer.from(contents)) !== true) return false
    others.delete(name.split('/', 1).join())
  }
  return others.size === 0
}
