/** A worker as a process on another machine, as a user starts it. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Namespace } from './network.ts'

export interface FarWorkerOptions {
  readonly name: string
  readonly machine: Namespace
  /** Of NATS, from there. */
  readonly url: string
  /** Of the process: credentials. */
  readonly variables: Readonly<Record<string, string>>
}

export interface FarWorker {
  readonly name: string
  /** To all of its processes. */
  readonly signal: (which: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void
  /** Whether it came to wait for runs; else it has ended. */
  readonly waits: Promise<boolean>
  /** How it ended, and what it said last. */
  readonly ended: Promise<string>
}

export function startFarWorker({ name, machine, url, variables }: FarWorkerOptions): FarWorker {
  const [wrapper = '', ...wrapped] = machine.within
  const args = ['worker', '--nats', url, '--name', name, '--slots', '2', '--idle', '3600']
  const child = spawn(wrapper, [...wrapped, process.execPath, program, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  })
  let said = ''
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(`${signal ?? `code ${code}`}: ${said.trim()}`))
  })
  const waits = new Promise<boolean>(resolve => {
    const hear = (text: string): void => {
      said = (said + text).slice(-longest)
      if (said.includes('waits for runs')) resolve(true)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    void ended.then(() => resolve(false))
  })
  return {
    name,
    waits,
    ended,
    signal: which => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, which)
    },
  }
}

const program = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url))
/** Of what it says, characters. */
const longest = 2_000
