/** All the links of one address: one inbox, and an outbox routed by `to`. The same in every thread. */
import { map, type Observable } from 'rxjs'
import type { Addressed } from '../../actor.ts'
import { held } from '../../streams/held.ts'
import { openLink, type Link, type LinkCounts, type LinkOptions } from './link.ts'
import { UnknownAddressError } from '../errors/unknown-address-error.ts'
import type { Wire } from './wire.ts'

export interface Switchboard<In extends Addressed, Out extends Addressed> {
  /**
   * Everything sent to this address, in the order of each sender. What arrives while nobody
   * listens waits for the next listener, and holds the credits of its sender.
   */
  readonly inbox: Observable<In>
  /** @throws {UnknownAddressError} if `to` was never joined; {MailboxFullError} if it does not keep up. */
  readonly send: (message: Out) => void
  /** Speaks to `peer` over `port` from now on; an earlier link to it is closed. */
  readonly join: (peer: string, port: Wire) => void
  /** Ends the inbox after what has arrived. */
  readonly end: () => void
  /** Ends the inbox with this error. */
  readonly fail: (error: Error) => void
  /** Resolves when all that was sent has left this thread. */
  readonly settled: () => Promise<void>
  readonly counts: () => Readonly<Record<string, LinkCounts>>
  readonly close: () => void
}

/** A message, and the link that is owed a credit for it. */
interface Arrival<In> {
  readonly link: Link
  readonly message: In
}

export function switchboard<In extends Addressed, Out extends Addressed>(
  name: string,
  options: LinkOptions = {},
): Switchboard<In, Out> {
  const links = new Map<string, Link>()
  const arrivals = held<Arrival<In>>(({ link }) => link.grant(1))

  return {
    inbox: arrivals.stream.pipe(map(({ message }) => message)),
    send: message => {
      const link = links.get(message.to)
      if (link === undefined) throw new UnknownAddressError(name, message.to, [...links.keys()])
      link.send(message)
    },
    join: (peer, port) => {
      links.get(peer)?.close()
      const receive = (messages: readonly Addressed[]): void => {
        /* The other end is a link of ours, and what it may send us is what our type says. */
        for (const message of messages) arrivals.push({ link, message: message as In })
      }
      const link: Link = openLink(port, `${name} → ${peer}`, { receive, fail: arrivals.fail }, options)
      links.set(peer, link)
    },
    end: arrivals.end,
    fail: arrivals.fail,
    settled: async () => {
      await Promise.all([...links.values()].map(link => link.settled()))
    },
    counts: () => Object.fromEntries([...links].map(([peer, link]) => [peer, link.counts()])),
    close: () => {
      for (const link of links.values()) link.close()
    },
  }
}
