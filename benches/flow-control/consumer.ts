/** Takes so many messages a second and no more, and sees to it that they come in order, none twice and none left out. */
import { ignoreElements } from 'rxjs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '../../src/contracts/actor.ts'
import type { Overflow } from '../../src/runtime/wires/link-options.ts'
import { pullMap } from '../../src/streams/pull-map.ts'
import type { Item } from './item.ts'

export interface ConsumerOptions {
  readonly overflow: Overflow
  /** Messages a second that it takes. */
  readonly rate: number
}

export default function consumer({ overflow, rate }: ConsumerOptions): Actor<Item, never> {
  return (inbox, { now, tally }) => {
    let last = 0
    let freeAt = now()
    return inbox.pipe(
      pullMap(1, async ({ id }) => {
        if (overflow === 'drop-oldest' ? id <= last : id !== last + 1) throw new Error(`${id} came after ${last}`)
        last = id
        tally('consumed', 1)
        /* By the clock, so that the rate is kept whatever a timer's grain is. */
        freeAt = Math.max(now() - 1000, freeAt) + 1000 / rate
        if (freeAt > now()) await wait(freeAt - now())
      }),
      ignoreElements(),
    )
  }
}
