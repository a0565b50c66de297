/** How messages are sent: there and back with so many under way, or one way as fast as they are taken. */
import { performance } from 'node:perf_hooks'
import type { Carrier } from './carrier.ts'
import type { Post } from './parcel.ts'

/** Makes the n-th message. */
export type Maker = (n: number) => Post

/** @returns round trips a second. */
export function roundTrips(
  carrier: Carrier,
  make: Maker,
  { inFlight, count }: { inFlight: number; count: number },
): Promise<number> {
  return new Promise(resolve => {
    let sent = 0
    let received = 0
    const began = performance.now()
    const next = (): void => {
      if (sent >= count) return
      carrier.send(make(sent))
      sent += 1
    }
    carrier.onReceive(() => {
      received += 1
      if (received === count) resolve((count * 1000) / (performance.now() - began))
      else next()
    })
    for (let index = 0; index < inFlight; index += 1) next()
  })
}

/** Messages that are sent before the sender asks whether it may go on. */
const burst = 256

/** @returns messages a second, until the other end has counted them all. */
export async function oneWay(carrier: Carrier, make: Maker, count: number): Promise<number> {
  const began = performance.now()
  const done = new Promise<void>(resolve => carrier.onReceive(() => resolve()))
  carrier.send({ kind: 'await', to: 'peer', from: 'bench', count })
  for (let sent = 0; sent < count; sent += 1) {
    carrier.send(make(sent))
    if (sent % burst === burst - 1) await carrier.drained()
  }
  await done
  return (count * 1000) / (performance.now() - began)
}
