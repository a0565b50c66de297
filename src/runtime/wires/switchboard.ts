/** All the links of one address: one inbox, and an outbox routed by `to`. The same wherever the actor runs. */
import { map, type Observable, type SchedulerLike } from '../../streams/rxjs.ts'
import type { Addressed } from '../../contracts/actor.ts'
import { held } from '../../streams/held.ts'
import { UnknownAddressError } from '../errors/unknown-address-error.ts'
import { checkedLinkOptions, type BoardOptions, type LinkOptions } from './link-options.ts'
import { openLink, type Link, type LinkCounts, type LinkEvents } from './link.ts'
import { pressure } from './pressure.ts'
import type { Wire } from './wire.ts'

export interface Switchboard<In extends Addressed, Out extends Addressed> {
  /**
   * Everything sent to this address, in the order of each sender. Messages without a listener, or that have to wait for
   * others, wait for the next listener and hold the credits of their sender.
   */
  readonly inbox: Observable<In>
  /** @throws {UnknownAddressError} if `to` was never joined; {MailboxFullError} if it does not keep up. */
  readonly send: (message: Out) => void
  /** Sends to `peer` over `wire` from now on; an earlier link to it is closed. */
  readonly join: (peer: string, wire: Wire) => void
  /** Ends the inbox after all arrived messages. */
  readonly end: () => void
  /** Ends the inbox with this error. */
  readonly fail: (error: Error) => void
  /** Resolves when all that was sent has been posted. */
  readonly flushed: () => Promise<void>
  /** Resolves when no mailbox is at its bound. @throws {StandstillError} if nothing leaves one for `waitMs`. */
  readonly drained: () => Promise<void>
  readonly counts: () => Readonly<Record<string, LinkCounts>>
  readonly close: () => void
}

/** What else a switchboard is made of; the thread's own if omitted. */
export interface SwitchboardParts<In> extends Pick<LinkEvents, 'defer'> {
  readonly scheduler?: SchedulerLike
  /** Called with each message as it arrives: one that it takes does not go to the inbox. */
  readonly take?: (message: In) => boolean
}

/** A message, and the link that is owed a credit for it. */
interface Arrival<In> {
  readonly link: Link
  readonly message: In
}

/** @throws {RangeError} if an option is out of range. */
export function switchboard<In extends Addressed, Out extends Addressed>(
  name: string,
  { peers = {}, ...common }: BoardOptions = {},
  { scheduler, defer, take = () => false }: SwitchboardParts<In> = {},
): Switchboard<In, Out> {
  const optionsFor = (peer: string): Required<LinkOptions> => checkedLinkOptions({ ...common, ...peers[peer] })
  for (const peer of ['', ...Object.keys(peers)]) optionsFor(peer)
  const links = new Map<string, Link>()
  const arrivals = held<Arrival<In>>(
    ({ link }) => link.grant(1),
    () => pressed.flows(),
  )
  const pressed = pressure({
    stuck: arrivals.fail,
    eased: arrivals.resume,
    ...(scheduler === undefined ? {} : { scheduler }),
  })

  const join = (peer: string, wire: Wire): void => {
    links.get(peer)?.close()
    const title = `${name} → ${peer}`
    const options = optionsFor(peer)
    const receive = (messages: readonly Addressed[]): void => {
      /* The other end is a link of ours, and sends only values of our type. */
      for (const each of messages) {
        const message = each as In
        if (take(message)) link.grant(1)
        else arrivals.push({ link, message })
      }
    }
    const press = pressed.of(title, options)
    const events: LinkEvents = { receive, fail: arrivals.fail, press, ...(defer === undefined ? {} : { defer }) }
    const link: Link = openLink(wire, title, events, options)
    links.set(peer, link)
  }

  return {
    inbox: arrivals.stream.pipe(map(({ message }) => message)),
    send: message => {
      const link = links.get(message.to)
      if (link === undefined) throw new UnknownAddressError(name, message.to, [...links.keys()])
      link.send(message)
    },
    join,
    end: arrivals.end,
    fail: arrivals.fail,
    flushed: async () => {
      await Promise.all([...links.values()].map(link => link.flushed()))
    },
    drained: pressed.drained,
    counts: () => Object.fromEntries([...links].map(([peer, link]) => [peer, link.counts()])),
    close: () => {
      for (const link of links.values()) link.close()
    },
  }
}
