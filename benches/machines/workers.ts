/** Workers as processes of this machine, joined by a NATS server. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connectNats } from '../../src/runtime/machines/nats-bus.ts'
import type { MachinesOptions } from '../../src/runtime/machines/create-on-machines.ts'
import { noNatsServer, startNatsServer } from './broker.ts'

export interface Workers {
  readonly url: string
  /** Of a system of actors that is to be on them. */
  readonly connect: () => Promise<Omit<MachinesOptions, 'whereIs'>>
  readonly close: () => Promise<void>
}

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

/** @param slots actors of each. @throws {Error} if there is no NATS server. */
export async function startWorkers(count: number, slots: number): Promise<Workers> {
  if (noNatsServer !== '') throw new Error(noNatsServer)
  const { url, kill } = await startNatsServer()
  const children = Array.from({ length: count }, (_, index) =>
    fork(program, ['worker', '--nats', url, '--name', `w${index}`, '--slots', String(slots), '--stay'], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    }),
  )
  await Promise.all(children.map(heard))
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
      for (const child of children) child.kill('SIGKILL')
      await kill()
    },
  }
}

/** Resolves when a worker has said its first words: runs can find it. */
async function heard({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('a worker must have an output')
  await once(stdout, 'data')
  stdout.resume()
}
