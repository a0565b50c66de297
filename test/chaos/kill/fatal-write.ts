/**
 * Loaded before a program (`node --import`), and so in each of its threads: kills its process, as `kill -9` does, at one of the
 * writes below a folder, by whichever thread. Which one, the environment variable FATAL_WRITE says as JSON. The last line on standard
 * error says what it was.
 */
import { promises, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

export interface FatalWrite {
  /** Part of the path that is written, below the folder. */
  readonly matching: string
  /** Which of these writes, from 1. */
  readonly nth: number
  /** Amid: half of the bytes are in the file, half of the folder is removed. */
  readonly moment: 'before' | 'amid' | 'after'
}

/** A folder, and what is fatal below it. */
export interface FatalOrder extends FatalWrite {
  readonly folder: string
}

const text = process.env['FATAL_WRITE']
if (text !== undefined) arm(JSON.parse(text) as FatalOrder)

/** Shared by all threads. */
function counter(): Int32Array {
  const name = 'writes seen'
  if (isMainThread) setEnvironmentData(name, new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  return new Int32Array(getEnvironmentData(name) as never)
}

function arm({ folder, matching, nth, moment }: FatalOrder): void {
  const real = { ...promises }
  const seen = counter()

  const fatal = async <T>(path: string, verb: string, whole: () => Promise<T>, half = nothing): Promise<T> => {
    const name = path.slice(folder.length)
    if (!path.startsWith(folder) || !name.includes(matching)) return whole()
    if (Atomics.add(seen, 0, 1) + 1 !== nth) return whole()
    if (moment === 'amid') await half()
    if (moment === 'after') await whole()
    writeSync(2, `killed ${moment} ${verb} ${name}\n`)
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  }
  const watched = (path: string, handle: FileHandle): FileHandle => {
    const write = handle.writeFile.bind(handle)
    const append = handle.appendFile.bind(handle)
    const sync = handle.sync.bind(handle)
    return Object.assign(handle, {
      writeFile: (data: Data) =>
        fatal(
          path,
          'write',
          () => write(data),
          () => write(halfOf(data)),
        ),
      appendFile: (data: Data) =>
        fatal(
          path,
          'append',
          () => append(data),
          () => append(halfOf(data)),
        ),
      sync: () => fatal(path, 'sync', sync),
    })
  }
  const open = async (path: string, flags = 'r'): Promise<FileHandle> =>
    flags === 'r' ? real.open(path, flags) : watched(path, await fatal(path, 'open', () => real.open(path, flags)))
  const removeHalf = async (path: string): Promise<void> => {
    const names = await real.readdir(path).catch(() => [])
    for (const name of names.slice(0, names.length / 2)) await real.rm(join(path, name), { recursive: true })
  }

  Object.assign(promises, {
    open,
    writeFile: (path: string, data: Data) =>
      fatal(
        path,
        'write',
        () => real.writeFile(path, data),
        () => real.writeFile(path, halfOf(data)),
      ),
    rename: (from: string, to: string) => fatal(to, 'rename', () => real.rename(from, to)),
    mkdir: (path: string, options: object) => fatal(path, 'mkdir', () => real.mkdir(path, options)),
    rm: (path: string, options: object) =>
      fatal(
        path,
        'rm',
        () => real.rm(path, options),
        () => removeHalf(path),
      ),
  })
  syncBuiltinESMExports()
}

type Data = string | Uint8Array

const nothing = async (): Promise<void> => {}
const halfOf = (data: Data): Data => data.slice(0, data.length / 2)
