/** One run in a process group of its own that falls asleep on its way. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Bedtime } from './fall-asleep.ts'

export interface SleeperOptions {
  readonly world: string
  readonly folder: string
  /** Its own folder is of this name, below `folder`. */
  readonly name: string
  /** Path of a configuration as JSON. */
  readonly config: string
  readonly bedtime?: Bedtime
}

export interface Sleeper {
  /** Why it sleeps now. @throws {Error} if it ends without having slept. */
  readonly asleep: Promise<string>
  readonly wake: () => void
  readonly kill: () => void
  /** @throws {Error} if it does not end well, with what it printed. */
  readonly ended: Promise<void>
}

/** Starts the program as a user does. */
export function startSleeper({ world, folder, name, config, bedtime }: SleeperOptions): Sleeper {
  const args = ['train', world, '--config', config, '--name', name, '--directory', folder]
  const child = spawn(process.execPath, ['--import', fallAsleep, program, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(bedtime === undefined ? {} : { FALL_ASLEEP: JSON.stringify(bedtime) }) },
  })
  let printed = ''
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${name} ended with ${signal ?? `code ${code}`}\n${printed}`))
    })
  })
  const asleep = new Promise<string>((resolve, reject) => {
    const look = (text: string): void => {
      printed += text
      const why = /^asleep: (.*)$/m.exec(printed)?.[1]
      if (why !== undefined) resolve(why)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', look)
    ended.then(() => reject(new Error(`${name} ended without having slept\n${printed}`)), reject)
  })
  /* Reported by the code that waits for them. */
  for (const promise of [asleep, ended]) promise.catch(() => {})
  const signal = (which: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, which)
  }
  return {
    asleep,
    ended,
    wake: () => signal('SIGCONT'),
    kill: () => signal('SIGKILL'),
  }
}

const program = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url))
const fallAsleep = new URL('./fall-asleep.js', import.meta.url).href
