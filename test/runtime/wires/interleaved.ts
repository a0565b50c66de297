/** Wires whose deliveries fast-check's scheduler puts in any order that a channel allows. */
import type fc from 'fast-check'
import { virtualChannel, type Channel } from '../../../src/runtime/virtual/channel.ts'
import type { Addressed } from '../../../src/contracts/actor.ts'

export interface Numbered extends Addressed {
  readonly number: number
}

export const numbered = (number: number, from = 'a', to = 'b'): Numbered => ({ to, from, kind: 'numbered', number })

/** 0 to `count` − 1. */
export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number)

/** A channel between two addresses; each post arrives when the scheduler comes to it. */
export const interleavedChannel =
  (s: fc.Scheduler) =>
  (a: string, b: string): Channel =>
    virtualChannel(a, b, way => {
      void s.schedule(Promise.resolve(), `${way.from} → ${way.to}`).then(() => {
        if (way.pending() > 0) way.deliver()
      })
    })

/** Work to be done step by step, at any moments but in this order. */
export function script(s: fc.Scheduler, who: string, steps: readonly (() => unknown)[]): void {
  s.scheduleSequence(steps.map((step, index) => ({ label: `${who} ${index}`, builder: async () => step() })))
}
