/** Offers 1 KB messages at a rate of its own, in bursts; with the policy `wait` it holds back while its mailbox is full. */
import { concatMap, exhaustMap, from as emit, interval } from 'rxjs'
import type { Actor } from '../../src/contracts/actor.ts'
import type { Overflow } from '../../src/runtime/wires/link-options.ts'
import type { Item } from './item.ts'

export interface ProducerOptions {
  readonly overflow: Overflow
  /** Messages a second that it offers. */
  readonly rate: number
}

const burstsPerSecond = 100

export default function producer({ overflow, rate }: ProducerOptions): Actor<never, Item> {
  return (_, { name, scheduler, drained }) => {
    let made = 0
    const item = (): Item => {
      made += 1
      return { kind: 'item', to: 'consumer', from: name, id: made, load: new Float32Array(256) }
    }
    return interval(1000 / burstsPerSecond, scheduler).pipe(
      exhaustMap(async () => {
        if (overflow === 'wait') await drained()
        return Array.from({ length: rate / burstsPerSecond }, item)
      }),
      concatMap(burst => emit(burst)),
    )
  }
}
