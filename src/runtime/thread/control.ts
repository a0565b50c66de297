/** What the thread that spawned an actor may ask of it: rare calls, over Comlink on a port of their own. */
import { expose, transfer, wrap, type Remote } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import type { MessagePort } from 'node:worker_threads'
import type { Tally } from '../tally.ts'
import type { LinkCounts } from '../wires/link.ts'

/** Of a thread, bytes. */
export interface Memory {
  readonly heapUsed: number
  /** Outside the heap, but held by it; `arrayBuffers` included. */
  readonly external: number
  readonly arrayBuffers: number
}

export function memoryNow(): Memory {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return { heapUsed, external, arrayBuffers }
}

/** An actor seen from outside. */
export interface Inspection {
  readonly name: string
  /** By the address at the other end. */
  readonly links: Readonly<Record<string, LinkCounts>>
  readonly memory: Memory
  /** What the actor has noted, by name. */
  readonly tallies: Readonly<Record<string, Tally>>
}

export interface Control {
  readonly inspect: () => Inspection
  /** Ends the inbox; the actor finishes when its outbox ends. */
  readonly finish: () => void
  /** The port must be transferred. */
  readonly join: (peer: string, port: MessagePort) => void
}

export const serveControl = (control: Control, port: MessagePort): void => expose(control, nodeEndpoint(port))

export const remote = (port: MessagePort): Remote<Control> => wrap<Control>(nodeEndpoint(port))

/** Marks a port as given away with the call. */
export const given = (port: MessagePort): MessagePort => transfer(port, [port])
