/** Files of one JSON value a line, written only at their end. */
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder, writeFileAtomic } from '../../../files/atomic.ts'
import { systemCode } from '../../../files/system-code.ts'
import { RunDirectoryError, onDisk } from './run-directory-error.ts'

/**
 * Adds lines in one write, on the disk when it returns; if that fails, the file is as it was. A last line without its
 * line break was never finished: it goes first, or it would spoil the line after it.
 */
export async function appendLines(path: string, values: readonly unknown[]): Promise<void> {
  if (values.length === 0) return
  const text = values.map(value => `${JSON.stringify(value)}\n`).join('')
  await onDisk(path, async () => {
    const file = await open(path, 'a+')
    try {
      const size = await finishedLength(file)
      await file.truncate(size)
      try {
        await file.appendFile(text)
        await file.sync()
        if (size === 0) await syncFolder(dirname(path))
      } catch (error) {
        await file.truncate(size)
        throw error
      }
    } finally {
      await file.close()
    }
  })
}

/** Bytes up to the last line break. */
async function finishedLength(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  const last = await file.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) })
  if (size === 0 || last.buffer[0] === lineBreak) return size
  const bytes = Buffer.alloc(size)
  await file.read({ buffer: bytes, position: 0 })
  return bytes.lastIndexOf(lineBreak) + 1
}
const lineBreak = 0x0a

/**
 * Every value of the file, [] if it is missing; a last line without its line break was never finished and is left out.
 * @throws {RunDirectoryError} naming the line that is not JSON.
 */
export async function readLines(path: string): Promise<unknown[]> {
  const text = await textIfThere(path)
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1)
  return lines.map((line, index) => {
    try {
      const value: unknown = JSON.parse(line)
      return value
    } catch {
      throw new RunDirectoryError(`${path} is damaged: line ${index + 1} is not JSON; remove the lines from there on`)
    }
  })
}

/** Keeps the values that pass; an unfinished last line goes too. */
export async function keepLines(path: string, keep: (value: unknown) => boolean): Promise<void> {
  const before = await textIfThere(path)
  if (before === '') return
  const kept = (await readLines(path)).filter(keep)
  const after = kept.map(value => `${JSON.stringify(value)}\n`).join('')
  if (after !== before) await onDisk(path, () => writeFileAtomic(path, after))
}

/** '' if there is no such file. */
export async function textIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return ''
    throw error
  }
}
