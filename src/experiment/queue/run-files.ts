/** The files of a run as they go from one machine to another: what has changed since they were looked at last. */
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path'
import { isTemporary, writeFileAtomic } from '../../files/atomic.ts'
import { systemCode } from '../../files/system-code.ts'
import { isLockName } from '../../run/directory/lock.ts'

export interface FileChanges {
  /** Paths with forward slashes, in the order in which they are to be written. */
  readonly changed: readonly FileChange[]
  readonly removed: readonly string[]
}

export interface FileChange {
  readonly path: string
  readonly bytes: Uint8Array
  /** So many bytes of the file come before these, as they were told earlier; left out, these are all. */
  readonly from?: number
}

interface SeenFile {
  /** Size and time. */
  readonly stamp: string
  /** Of its bytes, where it may only have grown. */
  readonly record: { readonly length: number; readonly digest: string } | null
}

/** By path. */
export type SeenFiles = Map<string, SeenFile>

/**
 * What has changed in a folder, which may be written to meanwhile. Checkpoints come first, and records after them: a run resumed from these
 * files finds records that are at least as long as its checkpoint says, and drops the rest. Of records that have grown the rest alone is told.
 *
 * @param seen is brought up to date.
 */
export async function fileChanges(folder: string, seen: SeenFiles): Promise<FileChanges> {
  const paths = (await filesIn(folder)).sort((one, other) => order(one) - order(other) || (one < other ? -1 : 1))
  const changed: FileChange[] = []
  const there = new Set<string>()
  for (const path of paths) {
    const file = join(folder, path)
    const stamp = await unlessGone(() => stat(file))
    if (stamp === null) continue
    there.add(path)
    const now = `${stamp.size} ${stamp.mtimeMs}`
    const known = seen.get(path)
    if (known?.stamp === now) continue
    const bytes = await unlessGone(() => readFile(file))
    if (bytes === null) {
      there.delete(path)
      continue
    }
    const from = known === undefined ? 0 : knownLength(known, bytes)
    /* Of its own memory: a buffer of Node's pool would carry its neighbours along. */
    changed.push({ path, bytes: new Uint8Array(bytes.subarray(from)), ...(from === 0 ? {} : { from }) })
    const record = path.endsWith('.jsonl') ? { length: bytes.length, digest: digestOf(bytes) } : null
    seen.set(path, { stamp: now, record })
  }
  const removed = [...seen.keys()].filter(path => !there.has(path))
  for (const path of removed) seen.delete(path)
  return { changed, removed }
}

/** Bytes at the beginning of a file that are as they were seen last. */
const knownLength = ({ record }: SeenFile, bytes: Uint8Array): number =>
  record !== null && record.digest === digestOf(bytes.subarray(0, record.length)) ? record.length : 0

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** @throws {RangeError} for a path that leads out of the folder, or a file that is not as it was told earlier. */
export async function applyChanges(folder: string, { changed, removed }: FileChanges): Promise<void> {
  for (const { path, bytes, from = 0 } of changed) {
    const file = within(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await (from === 0 ? writeFileAtomic(file, bytes) : append(file, bytes, from))
  }
  for (const path of removed) {
    const file = within(folder, path)
    await rm(file, { force: true })
    await removeEmpty(dirname(file), folder)
  }
}

/** Where this is cut off the last line is unfinished, as where a run itself is. */
async function append(path: string, bytes: Uint8Array, from: number): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    if (size !== from)
      throw new RangeError(`${path} must have ${from} bytes, as they came from its worker, got ${size}`)
    await file.write(bytes, 0, bytes.length, from)
    await file.sync()
  } finally {
    await file.close()
  }
}

function within(folder: string, path: string): string {
  const file = normalize(path)
  if (isAbsolute(file) || file === '..' || file.startsWith(`..${sep}`))
    throw new RangeError(`a file of a run must be in its folder, got ${path}`)
  return join(folder, file)
}

async function removeEmpty(folder: string, top: string): Promise<void> {
  if (relative(top, folder) === '') return
  const isRemoved = await rmdir(folder).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmpty(dirname(folder), top)
}

/** A checkpoint is whole once its manifest is there. */
const order = (path: string): number => (!path.startsWith('checkpoints/') ? 2 : path.endsWith('/manifest.json') ? 1 : 0)

/** A folder that is removed meanwhile has none: all others are told none the less. */
async function filesIn(folder: string, below = ''): Promise<string[]> {
  const entries = (await unlessGone(() => readdir(join(folder, below), { withFileTypes: true }))) ?? []
  const found = entries
    .filter(({ name }) => !isTemporary(name) && !isLockName(name))
    .map(async entry =>
      entry.isDirectory() ? filesIn(folder, `${below}${entry.name}/`) : entry.isFile() ? [below + entry.name] : [],
    )
  return (await Promise.all(found)).flat()
}

/** `null` where what is read has been removed meanwhile. */
async function unlessGone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}
