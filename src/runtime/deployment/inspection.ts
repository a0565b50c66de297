import type { LinkCounts } from '../wires/link.ts'
import type { Tally } from './tally.ts'

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
  /** The actor's notes, by name. */
  readonly tallies: Readonly<Record<string, Tally>>
}
