/** Actors that pass numbered messages on, and a record of every hop: who sent it, in which life, as which of its messages. */
import { finalize, map } from 'rxjs'
import type { Actor, Addressed } from '../../../src/contracts/actor.ts'

export interface Hop extends Addressed {
  readonly kind: 'hop'
  /** Which life of its sender, and how many it had sent to this address before in that life. */
  readonly life: number
  readonly order: number
  /** Addresses still to be visited after this one. */
  readonly route: readonly string[]
}

/** A hop that arrived, and in which life of its receiver. */
export interface Arrival {
  readonly hop: Hop
  readonly life: number
}

/** Numbers what one life sends to each address. */
export function numbering(from: string, life: number, sent: Hop[]): (to: string, route: readonly string[]) => Hop {
  const orders = new Map<string, number>()
  return (to, route) => {
    const order = orders.get(to) ?? 0
    orders.set(to, order + 1)
    const hop: Hop = { kind: 'hop', from, to, life, order, route }
    sent.push(hop)
    return hop
  }
}

/** What a play leaves behind. */
export interface Record {
  readonly sent: Hop[]
  readonly arrived: Arrival[]
  /** The actors that live. */
  readonly alive: string[]
}

/** Sends each message on along its route, then to `last`. */
export const relay =
  (last: string, { sent, arrived, alive }: Record): Actor<Hop, Hop> =>
  (inbox, { name, incarnation }) => {
    const next = numbering(name, incarnation, sent)
    alive.push(name)
    return inbox.pipe(
      map(hop => {
        arrived.push({ hop, life: incarnation })
        const [to = last, ...route] = hop.route.filter(stop => stop !== name)
        return next(to, route)
      }),
      finalize(() => alive.splice(alive.indexOf(name), 1)),
    )
  }
