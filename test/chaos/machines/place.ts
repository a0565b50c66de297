/** A machine with a worker on it: when one is killed, another of another name takes its place. */
import { setTimeout as pause } from 'node:timers/promises'
import { startFarWorker, type FarWorker } from './far-worker.ts'
import type { Namespace } from './network.ts'
import { openRelay, type Relay } from './relay.ts'

export interface Place {
  readonly machine: Namespace
  readonly relay: Relay
  readonly worker: () => FarWorker
  /** Starts one, again and again until it has reached the broker. */
  readonly start: () => Promise<void>
  /** Ends what is there; none starts any more. */
  readonly close: () => void
}

interface PlaceOptions {
  readonly index: number
  readonly machine: Namespace
  /** Of the bridge. */
  readonly address: string
  readonly broker: number
  readonly variables: Readonly<Record<string, string>>
  /** Told of a worker that ended without having been killed, though it had reached the broker. */
  readonly tell: (text: string) => void
}

const againMs = 1_000

export async function openPlace({ index, machine, address, broker, variables, tell }: PlaceOptions): Promise<Place> {
  const relay = await openRelay(address, broker)
  const url = `nats://${address}:${relay.port}`
  let started = 0
  let closed = false
  const startOne = (): FarWorker => {
    started += 1
    return startFarWorker({ name: `w${index}-${started}`, machine, url, variables })
  }
  const watch = async ({ name, ended }: FarWorker): Promise<void> => {
    const how = await ended
    if (!closed && !/^(SIGKILL|code 0):/.test(how)) tell(`worker ${name} ended by itself with ${how}`)
  }
  let current = startOne()
  const settle = async (): Promise<void> => {
    while (!(await current.waits) && !closed) {
      await pause(againMs)
      if (!closed) current = startOne()
    }
    void watch(current)
  }
  await settle()
  return {
    machine,
    relay,
    worker: () => current,
    start: async () => {
      if (closed) return
      current = startOne()
      await settle()
    },
    close: () => {
      closed = true
      current.signal('SIGKILL')
      relay.close()
    },
  }
}
