/** Connects a run with its workers. */
import { randomUUID } from 'node:crypto'
import type { RunConfig } from '../../../config/config.ts'
import type { RunMachines } from './create-on-workers.ts'

/** Where workers are found. Credentials are named by variables of the process (NATS_CREDS and others), and kept in no file of a run. */
export interface NatsOptions {
  /** Of the NATS server, e.g. `nats://127.0.0.1:4222`. */
  readonly url: string
  /** Longest wait for a worker that can take an actor, s; 60 if left out. */
  readonly waitSeconds?: number
}

interface OpenOptions {
  readonly nats: NatsOptions | undefined
  readonly inThread: boolean
  readonly placement: RunConfig['placement']
  readonly warn: (text: string) => void
}

interface OpenMachines {
  readonly machines: RunMachines | undefined
  /** Ends the connection. */
  readonly leave: () => Promise<void>
}

/** @throws {RangeError} if a setting needs NATS, or NATS cannot be used; {Error} if its server cannot be reached. */
export async function openMachines({ nats, inThread, placement, warn }: OpenOptions): Promise<OpenMachines> {
  if (nats === undefined) {
    const [role] = Object.keys(placement)
    if (role !== undefined) throw new RangeError(`placement.${role} needs workers: name the NATS server by --nats`)
    return { machines: undefined, leave: () => Promise.resolve() }
  }
  if (inThread) throw new RangeError('actors must be in threads or on workers: inThread and nats, got both')
  const run = `run-${randomUUID().slice(0, 8)}`
  const { connectTo } = await import('./connect-to.ts')
  const { bus, waitMs } = await connectTo(nats, run)
  return { machines: { bus, run, waitMs, tell: warn }, leave: bus.close }
}
