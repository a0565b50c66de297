/**
 * One end of a two-way link over a wire. Messages of one tick are one frame; at most `window` messages are
 * unacknowledged, the rest wait in a mailbox here.
 */
import type { Addressed } from '../../contracts/actor.ts'
import { MailboxFullError } from '../errors/mailbox-full-error.ts'
import { fifo } from '../../streams/fifo.ts'
import { checkedLinkOptions, type LinkOptions } from './link-options.ts'
import type { Frame, Wire } from './wire.ts'

export interface LinkCounts {
  /** Messages given to the wire. */
  readonly sent: number
  readonly received: number
  /** Messages that may be sent before the other end consumes one, in [0, window]. */
  readonly credits: number
  /** Messages consumed whose credits have not been given back yet, in [0, window]. */
  readonly owed: number
  /** Messages waiting to be sent. */
  readonly waiting: number
  /** Messages that gave way to newer ones. */
  readonly dropped: number
  /** Messages that were never sent, because the other end has ended. */
  readonly lost: number
  /** Posts in which messages were sent. */
  readonly frames: number
  /** Largest number of messages in one frame. */
  readonly largestFrame: number
}

export interface Link {
  /** @throws {MailboxFullError} if the mailbox holds all it may. */
  readonly send: (message: Addressed) => void
  /** Says that `count` received messages have been consumed. */
  readonly grant: (count: number) => void
  /** Resolves when nothing waits here any more. */
  readonly flushed: () => Promise<void>
  readonly counts: () => LinkCounts
  readonly close: () => void
}

/** Events of a link. */
export interface LinkEvents {
  /** The messages of one frame, in order; each must be granted back when consumed. */
  readonly receive: (messages: readonly Addressed[]) => void
  /** Something was sent that is not plain data, or the other end breaks the protocol: an internal error. */
  readonly fail: (error: Error) => void
  /** Whether the mailbox is full; reported again when some messages have left and it is still full. */
  readonly press?: (full: boolean) => void
  /** Does some work when the present one is done. A microtask if omitted: messages leave before the thread blocks. */
  readonly defer?: (work: () => void) => void
}

/**
 * @param name of the link, for its errors, e.g. `policy → gpu`.
 * @throws {RangeError} if an option is out of range.
 */
export function openLink(wire: Wire, name: string, events: LinkEvents, options: LinkOptions = {}): Link {
  const { receive, fail, press = noop, defer = soon } = events
  const { window, bound, gather, overflow } = checkedLinkOptions(options)
  const maxWaiting = overflow === 'wait' ? 2 * bound : bound
  const mailbox = fifo<Addressed>()
  let [credits, owed] = [window, 0]
  let [sent, received, dropped, lost, frames, largestFrame] = [0, 0, 0, 0, 0, 0]
  let scheduled = false
  let open = true
  const tellFull = changes(press)
  const settling: (() => void)[] = []

  const schedule = (): void => {
    if (scheduled || !open) return
    scheduled = true
    defer(flush)
  }

  const flush = (): void => {
    scheduled = false
    const count = Math.min(credits, mailbox.size())
    /* Credits travel with several messages; else only when half a window is owed, so that no sender starves. */
    const due = owed * 2 >= window
    if (!open || (count === 0 && !due)) return
    const messages = mailbox.take(count)
    const alone = messages[0]
    const frame: Frame = alone !== undefined && count === 1 && !due ? alone : [owed, messages]
    try {
      wire.postMessage(frame)
      credits -= count
      if (frame !== alone) owed = 0
      sent += count
      if (count > 0) frames += 1
      largestFrame = Math.max(largestFrame, count)
    } catch (error) {
      lost += count
      fail(new TypeError(`${name}: a message of kind ${culpritIn(messages)} is not plain data`, { cause: error }))
    }
    ease(count > 0)
  }

  /** After the mailbox has got more or fewer messages, or the link more credits. */
  const weigh = (left: boolean): void => tellFull(open && mailbox.size() - credits >= bound, left)

  const ease = (left = false): void => {
    weigh(left)
    if (!open || mailbox.size() === 0) for (const resolve of settling.splice(0)) resolve()
  }

  const shut = (): void => {
    open = false
    lost += mailbox.size()
    mailbox.take(mailbox.size())
    ease()
  }

  wire.on('message', frame => {
    if (!open) return
    const [granted, messages] = 'kind' in frame ? ([0, [frame]] as const) : frame
    credits += granted
    if (credits > window) return fail(new Error(`${name}: ${credits} credits in a window of ${window}`))
    received += messages.length
    if (messages.length > 0) receive(messages)
    if (mailbox.size() > 0) schedule()
    weigh(false)
  })
  wire.once('close', shut)

  return {
    send: message => {
      if (!open) return void (lost += 1)
      if (mailbox.size() - credits >= maxWaiting) {
        if (overflow !== 'drop-oldest') throw new MailboxFullError(name, maxWaiting)
        mailbox.shift()
        dropped += 1
      }
      mailbox.push(message)
      if (credits > 0) {
        if (mailbox.size() >= gather) flush()
        else schedule()
      }
      weigh(false)
    },
    grant: count => {
      owed += count
      if (owed * 2 >= window) schedule()
    },
    flushed: () =>
      new Promise(resolve => {
        settling.push(resolve)
        ease()
      }),
    counts: () => ({ sent, received, credits, owed, waiting: mailbox.size(), dropped, lost, frames, largestFrame }),
    close: () => {
      shut()
      wire.close()
    },
  }
}

/** The kind of the first message that is not plain data. */
const culpritIn = (messages: readonly Addressed[]) => messages.find(message => !cloneable(message))?.kind

/** Tells whether something is so when it changes, and `again` while it is so. It is not at first. */
function changes(tell: (isSo: boolean) => void): (isSo: boolean, again: boolean) => void {
  let wasSo = false
  return (isSo, again) => {
    const isNew = isSo !== wasSo || (isSo && again)
    wasSo = isSo
    if (isNew) tell(isSo)
  }
}

const done = Promise.resolve()
/** As `queueMicrotask`, without the asynchronous context that it keeps for each: half a microsecond. */
const soon = (work: () => void): void => void done.then(work)
const noop = (): void => {}

function cloneable(message: Addressed): boolean {
  try {
    structuredClone(message)
    return true
  } catch {
    return false
  }
}
