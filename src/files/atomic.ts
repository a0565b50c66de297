/** Files and folders that appear whole or not at all. */
import { types } from 'node:util'
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemCode } from './system-code.ts'

/**
 * Writes a file under another name, forces it to the disk and renames it into place, over an older file of that name.
 *
 * @throws {Error} if it cannot be written; nothing of it stays and an older file is as it was.
 */
export async function writeFileAtomic(path: string, data: string | Uint8Array | Iterable<Uint8Array>): Promise<void> {
  const temporary = temporaryName(path)
  try {
    const file = await open(temporary, 'wx')
    try {
      if (typeof data === 'string' || types.isUint8Array(data)) await file.writeFile(data)
      else for (const piece of data) await file.appendFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await discard(temporary)
    throw explained(path, error)
  }
}

/**
 * Fills a new folder under another name and renames it into place when it is complete.
 *
 * @param write fills `temporary`, which exists and is empty.
 * @throws {RangeError} if `path` exists already: nothing on disk is overwritten.
 * @throws {Error} that of `write`; nothing of the folder remains.
 */
export async function writeDirectoryAtomic(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  if (await exists(path)) throw new RangeError(`${path} exists already: move it away or choose another name`)
  const temporary = temporaryName(path)
  try {
    await mkdir(temporary, { recursive: true })
    await write(temporary)
    await syncTree(temporary)
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await discard(temporary)
    throw explained(path, error)
  }
}

/**
 * Renames a folder before it removes it, so that it is never visible half removed.
 * @throws {Error} if it does not exist.
 */
export async function removeDirectoryAtomic(path: string): Promise<void> {
  const temporary = temporaryName(path)
  await rename(path, temporary)
  await rm(temporary, { recursive: true })
}

/** Whether a file or folder of this name is one that a process was still writing or removing when it was killed. */
export const isTemporary = (name: string): boolean => /\.[0-9a-f]{8}\.tmp$/.test(name)

/** In its target's folder, so that the rename stays within one disk. */
function temporaryName(path: string): string {
  return `${path}.${randomUUID().slice(0, 8)}.tmp`
}

/** Why the write failed matters more than why its remains could not be removed. */
async function discard(temporary: string): Promise<void> {
  await rm(temporary, { recursive: true, force: true }).catch(() => undefined)
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncPath(path, 'r+')
  }
  await syncFolder(folder)
}

/** Forces a folder's additions and removals to the disk. Windows cannot open a folder; there the rename alone must do. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(folder, 'r')
}

async function syncPath(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** In words where the system's are terse; the error itself stays as the cause. */
function explained(path: string, error: unknown): unknown {
  const reason = reasons[systemCode(error) ?? '']
  return reason === undefined ? error : new Error(`cannot write ${path}: ${reason}`, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some of it and try again',
  EDQUOT: 'your share of the disk is full; free some of it and try again',
  EACCES: 'it is not allowed to you',
  EPERM: 'it is not allowed to you',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'part of its path is a file, not a folder',
}
