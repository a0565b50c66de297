/** Pictures of evaluations, in a folder for each: `pictures/iteration-000020/policy alone.svg`. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../files/atomic.ts'
import type { Picture } from '../../vector/pictures/picture.ts'
import { namesIn } from './names-in.ts'

/** Those of an iteration. */
export interface KeptPictures {
  readonly iteration: number
  /** Paths. */
  readonly files: readonly string[]
}

const folderOf = (run: string): string => join(run, 'pictures')
const nameOf = (iteration: number): string => `iteration-${String(iteration).padStart(6, '0')}`

export async function writePictures(run: string, iteration: number, pictures: readonly Picture[]): Promise<void> {
  if (pictures.length === 0) return
  const folder = join(folderOf(run), nameOf(iteration))
  await mkdir(folder, { recursive: true })
  for (const { name, bytes } of pictures) await writeFileAtomic(join(folder, name), bytes)
}

/** Ascending. */
export async function listPictures(run: string): Promise<readonly KeptPictures[]> {
  const kept = (await namesIn(folderOf(run))).sort().map(async name => {
    const digits = /^iteration-(\d{6,})$/.exec(name)?.[1]
    if (digits === undefined) return []
    const folder = join(folderOf(run), name)
    const files = (await namesIn(folder)).filter(file => /\.(svg|gif)$/.test(file)).sort()
    return [{ iteration: Number(digits), files: files.map(file => join(folder, file)) }]
  })
  return (await Promise.all(kept)).flat()
}

/** Removes those after an iteration. */
export async function rewindPictures(run: string, iteration: number): Promise<void> {
  for (const kept of await listPictures(run))
    if (kept.iteration > iteration) await rm(join(folderOf(run), nameOf(kept.iteration)), { recursive: true })
}
