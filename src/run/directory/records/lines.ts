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
export const readLines = async (path: string): Promise<unknown[]> => (await linesIn(path)).map(({ value }) => value)

interface Line {
  readonly value: unknown
  /** As it stands, with its line break. */
  readonly bytes: Buffer
}

/** As bytes, for all of them may be longer than a text can be. */
async function linesIn(path: string): Promise<readonly Line[]> {
  const bytes = await bytesIfThere(path)
  const lines: Line[] = []
  for (let start = 0, end = bytes.indexOf(lineBreak); end >= 0; end = bytes.indexOf(lineBreak, start)) {
    lines.push({
      value: valueOf(bytes.toString('utf8', start, end), path, lines.length + 1),
      bytes: bytes.subarray(start, end + 1),
    })
    start = end + 1
  }
  return lines
}

function valueOf(line: string, path: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new RunDirectoryError(`${path} is damaged: line ${number} is not JSON; remove the lines from there on`)
  }
}

/** Keeps the values that pass; an unfinished last line goes too. @returns whether anything went. */
export async function keepLines(path: string, keep: (value: unknown) => boolean): Promise<boolean> {
  const before = await bytesIfThere(path)
  if (before.length === 0) return false
  const after = Buffer.concat((await linesIn(path)).filter(({ value }) => keep(value)).map(({ bytes }) => bytes))
  if (after.length === before.length) return false
  await onDisk(path, () => writeFileAtomic(path, after))
  return true
}

/** '' if there is no such file. */
export const textIfThere = async (path: string): Promise<string> => (await bytesIfThere(path)).toString('utf8')

async function bytesIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Only this program writes a run's lines: it is enough to check that they carry their iteration. */
export const hasIteration = (value: unknown): value is { readonly iteration: number } =>
  typeof value === 'object' && value !== null && 'iteration' in value && Number.isInteger(value.iteration)
