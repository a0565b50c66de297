/** Pictures of evaluations, in a folder for each: `pictures/iteration-000020/policy alone.svg`. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../files/atomic.ts'
import type { Picture } from '../../vector/pictures/picture.ts'
import { iterationName, iterationsIn, namesIn } from './names-in.ts'

/** Those of an iteration. */
export interface KeptPictures {
  readonly iteration: number
  /** Paths. */
  readonly files: readonly string[]
}

const folderOf = (run: string): string => join(run, 'pictures')

export async function writePictures(run: string, iteration: number, pictures: readonly Picture[]): Promise<void> {
  if (pictures.length === 0) return
  const folder = join(folderOf(run), iterationName(iteration))
  await mkdir(folder, { recursive: true })
  for (const { name, bytes } of pictures) await writeFileAtomic(join(folder, name), bytes)
}

/** Ascending. */
export async function listPictures(run: string): Promise<readonly KeptPictures[]> {
  const iterations = await iterationsIn(folderOf(run), '')
  return Promise.all(
    iterations.map(async iteration => {
      const folder = join(folderOf(run), iterationName(iteration))
      const files = (await namesIn(folder)).filter(file => /\.(svg|gif)$/.test(file)).sort()
      return { iteration, files: files.map(file => join(folder, file)) }
    }),
  )
}

/** Removes those after an iteration. */
export async function rewindPictures(run: string, iteration: number): Promise<void> {
  for (const each of await iterationsIn(folderOf(run), ''))
    if (each > iteration) await rm(join(folderOf(run), iterationName(each)), { recursive: true })
}
