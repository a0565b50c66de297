/** One life of a run: the program as a user starts it, from its start to its end or to its death by SIGKILL. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FatalOrder, FatalWrite } from './fatal-write.ts'

/** When a process is killed: at the write, or `delayMs` after it has printed so many lines, whichever comes first. */
export interface Kill {
  readonly write?: FatalWrite
  readonly after?: { readonly lines: number; readonly delayMs: number }
}

/** Where a run lives: its own folder is `name` below `folder`. */
export interface Place {
  readonly folder: string
  readonly name: string
  /** Path of a configuration as JSON. */
  readonly config: string
}

export interface Life {
  readonly command: 'train' | 'resume'
  readonly end: 'killed' | 'complete'
  /** The write that was fatal; `null` if none was. */
  readonly write: string | null
  /** What it printed, to standard output. */
  readonly printed: string
}

/**
 * Starts the run if there is none, else resumes it.
 *
 * @param kill if its moment never comes, it lives to its end.
 * @throws {Error} if it ends in any other way, with what it wrote to standard error.
 */
export function live({ folder, name, config }: Place, { write, after }: Kill = {}): Promise<Life> {
  const run = join(folder, name)
  const command = existsSync(join(run, 'config.json')) ? 'resume' : 'train'
  const args = command === 'resume' ? [run] : ['--config', config, '--name', name, '--directory', folder]
  const order: FatalOrder | null = write === undefined ? null : { ...write, folder: run }
  const child = spawn(process.execPath, ['--import', fatalWrite, program, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(order === null ? {} : { FATAL_WRITE: JSON.stringify(order) }) },
  })
  let printed = ''
  let complained = ''
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    if (after === undefined || timer !== undefined || printed.split('\n').length <= after.lines) return
    timer = setTimeout(() => child.kill('SIGKILL'), after.delayMs)
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    look()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text))
  look()

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      const fatal = /^killed (.*)$/m.exec(complained)?.[1] ?? null
      if (signal === 'SIGKILL') return resolve({ command, end: 'killed', write: fatal, printed })
      if (code === 0) return resolve({ command, end: 'complete', write: null, printed })
      reject(new Error(`${command} ended with ${signal ?? `code ${code}`}\n${printed}\n${complained}`))
    })
  })
}

const program = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url))
const fatalWrite = new URL('./fatal-write.js', import.meta.url).href
