/** Checkpoints of a run: folders that appear whole, list their contents, and are checked before they are used. */
import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { removeDirectoryAtomic, writeDirectoryAtomic } from '../../files/atomic.ts'
import { namesIn } from './names-in.ts'
import { onDisk, RunDirectoryError } from './records/run-directory-error.ts'

export interface Checkpoint {
  /** Iterations made when it was written. */
  readonly iteration: number
  readonly folder: string
}

const manifestSchema = z.object({
  iteration: z.int().min(0),
  /** sha256 of each file, hexadecimal, by its path with forward slashes. */
  files: z.record(z.string(), z.string()),
})

/** Writes `step-NNNNNN` by a temporary name, then deletes all but the newest `keep`. */
export async function writeCheckpoint(
  checkpoints: string,
  iteration: number,
  keep: number,
  write: (folder: string) => Promise<void>,
): Promise<Checkpoint> {
  const folder = join(checkpoints, stepName(iteration))
  await onDisk(folder, () =>
    writeDirectoryAtomic(folder, async temporary => {
      await write(temporary)
      const manifest = { iteration, files: await checksums(temporary) }
      await writeFile(join(temporary, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    }),
  )
  const older = (await listCheckpoints(checkpoints)).filter(each => each.iteration < iteration)
  for (const each of older.slice(0, Math.max(0, older.length - (keep - 1)))) await removeDirectoryAtomic(each.folder)
  return { iteration, folder }
}

/**
 * The newest checkpoint whose files are all as they were written; `null` without one.
 * @param warn called with each newer one that was passed over, and why.
 */
export async function latestCheckpoint(checkpoints: string, warn: (text: string) => void): Promise<Checkpoint | null> {
  for (const checkpoint of (await listCheckpoints(checkpoints)).reverse()) {
    const problem = await problemOf(checkpoint)
    if (problem === null) return checkpoint
    warn(`checkpoint ${checkpoint.folder} is passed over: ${problem}`)
  }
  return null
}

/**
 * The checkpoint of an iteration.
 * @throws {RunDirectoryError} if it does not exist, naming those that do, or a file of it is not as it was written.
 */
export async function checkpointOf(checkpoints: string, iteration: number): Promise<Checkpoint> {
  const there = await listCheckpoints(checkpoints)
  const found = there.find(each => each.iteration === iteration)
  if (found === undefined) {
    const kept = there.map(each => each.iteration).join(', ')
    throw new RunDirectoryError(`${checkpoints} has no checkpoint of iteration ${iteration}, it has ${kept || 'none'}`)
  }
  const problem = await problemOf(found)
  if (problem !== null) throw new RunDirectoryError(`checkpoint ${found.folder} cannot be used: ${problem}`)
  return found
}

/** All checkpoints by their names, oldest first; whether they are whole is not checked. */
export async function listCheckpoints(checkpoints: string): Promise<Checkpoint[]> {
  const names = await namesIn(checkpoints)
  return names
    .flatMap(name => {
      const digits = /^step-(\d{6,})$/.exec(name)?.[1]
      return digits === undefined ? [] : [{ iteration: Number(digits), folder: join(checkpoints, name) }]
    })
    .sort((a, b) => a.iteration - b.iteration)
}

/** Why a checkpoint cannot be used; `null` if it is unchanged. */
async function problemOf({ iteration, folder }: Checkpoint): Promise<string | null> {
  const manifest = await readManifest(folder)
  if (manifest === null) return 'manifest.json is missing or damaged'
  if (manifest.iteration !== iteration) return `manifest.json is of iteration ${manifest.iteration}`
  for (const [name, sum] of Object.entries(manifest.files)) {
    const found = await checksum(join(folder, name)).catch(() => null)
    if (found === null) return `${name} is missing or cannot be read`
    if (found !== sum) return `${name} has changed since it was written`
  }
  return null
}

async function readManifest(folder: string): Promise<z.output<typeof manifestSchema> | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
  } catch {
    return null
  }
}

async function checksums(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const sums = files.sort().map(async path => {
    const name = path.slice(folder.length + 1).replaceAll('\\', '/')
    return [name, await checksum(path)] as const
  })
  return Object.fromEntries(await Promise.all(sums))
}

const checksum = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

const stepName = (iteration: number): string => `step-${String(iteration).padStart(6, '0')}`
