/** Workers as processes of this machine, joined by a NATS server. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connectNats } from '../../src/runtime/machines/nats-bus.ts'
import type { MachinesOptions } from '../../src/runtime/machines/create-on-machines.ts'
import { noNatsServer, startNatsServer } from './broker.ts'

export interface WorkerProcess {
  readonly child: ChildProcess
  /** Resolves once runs can find it. */
  readonly waits: Promise<unknown>
  /** How it ended. */
  readonly ended: Promise<number | string | null>
}

export interface Workers {
  readonly url: string
  /** Of a system of actors that is to be on them. */
  readonly connect: () => Promise<Omit<MachinesOptions, 'whereIs'>>
  readonly close: () => Promise<void>
}

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

/** A worker as a user starts it. @param options of the command line besides these. */
export function forkWorker(url: string, name: string, options: readonly string[]): WorkerProcess {
  const child = fork(program, ['worker', '--nats', url, '--name', name, ...options], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  if (child.stdout === null) throw new Error('a worker must have an output')
  const waits = once(child.stdout, 'data')
  child.stdout.resume()
  const ended = new Promise<number | string | null>(resolve =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  return { child, waits, ended }
}

/** @param slots actors of each. @throws {Error} if there is no NATS server. */
export async function startWorkers(count: number, slots: number): Promise<Workers> {
  if (noNatsServer !== '') throw new Error(noNatsServer)
  const { url, kill } = await startNatsServer()
  const processes = Array.from({ length: count }, (_, index) =>
    forkWorker(url, `w${index}`, ['--slots', String(slots), '--stay']),
  )
  await Promise.all(processes.map(({ waits }) => waits))
  let runs = 0
  const ends: (() => Promise<void>)[] = []
  return {
    url,
    connect: async () => {
      runs += 1
      const run = `bench-${runs}`
      const bus = await connectNats(url, run)
      ends.push(bus.close)
      return { bus, run, waitMs: 60_000, tell: text => console.error(text) }
    },
    close: async () => {
      for (const end of ends) await end()
      for (const { child } of processes) child.kill('SIGKILL')
      await kill()
    },
  }
}
