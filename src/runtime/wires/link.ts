/**
 * One end of a two-way link over a wire. What is sent in one turn crosses as one post;
 * at most `window` messages are unacknowledged, the rest wait here, and a full mailbox is an error.
 */
import type { Addressed } from '../../actor.ts'
import { MailboxFullError } from '../errors/mailbox-full-error.ts'
import type { Frame, Wire } from './wire.ts'

export interface LinkOptions {
  /** Most messages sent and not yet consumed, the same at both ends. */
  readonly window?: number
  /** Most messages that wait for a credit; one more is a `MailboxFullError`. */
  readonly bound?: number
}

export interface LinkCounts {
  readonly sent: number
  readonly received: number
  /** Messages that may be sent before the other end consumes one, in [0, window]. */
  readonly credits: number
  /** Messages waiting for a credit. */
  readonly waiting: number
  /** Messages that the other end will never get, because it is gone. */
  readonly lost: number
}

export interface Link {
  /** @throws {MailboxFullError} if `bound` messages wait already. */
  readonly send: (message: Addressed) => void
  /** Says that `count` received messages have been consumed. */
  readonly grant: (count: number) => void
  /** Resolves when nothing waits here any more. */
  readonly settled: () => Promise<void>
  readonly counts: () => LinkCounts
  readonly close: () => void
}

/** What a link tells of. */
export interface LinkEvents {
  /** The messages of one frame, in order; each must be granted back when consumed. */
  readonly receive: (messages: readonly Addressed[]) => void
  /** Something was sent that is not plain data, or the other end breaks the rules: ours to mend. */
  readonly fail: (error: Error) => void
}

/**
 * @param name of the link, for its errors, e.g. `policy → gpu`.
 * @throws {RangeError} if `window` or `bound` is not a positive integer.
 */
export function openLink(
  port: Wire,
  name: string,
  { receive, fail }: LinkEvents,
  { window = 1024, bound = 65_536 }: LinkOptions = {},
): Link {
  if (!Number.isInteger(window) || window < 1) throw new RangeError(`window must be a positive integer, got ${window}`)
  if (!Number.isInteger(bound) || bound < 1) throw new RangeError(`bound must be a positive integer, got ${bound}`)
  let mailbox: Addressed[] = []
  let credits = window
  let owed = 0
  let sent = 0
  let received = 0
  let lost = 0
  let scheduled = false
  let open = true
  let settling: (() => void)[] = []

  /* A microtask, not a timer: what was sent leaves before this thread goes on to block. */
  const schedule = (): void => {
    if (scheduled || !open) return
    scheduled = true
    queueMicrotask(flush)
  }

  const flush = (): void => {
    scheduled = false
    const count = Math.min(credits, mailbox.length)
    /* Credits travel with messages; alone only when half a window is owed, so that no sender starves. */
    if (!open || (count === 0 && owed * 2 < window)) return
    const messages = count === mailbox.length ? mailbox : mailbox.slice(0, count)
    mailbox = count === mailbox.length ? [] : mailbox.slice(count)
    const frame: Frame = [owed, messages]
    credits -= count
    sent += count
    owed = 0
    try {
      port.postMessage(frame)
    } catch (error) {
      const culprit = messages.find(message => !cloneable(message))
      fail(new TypeError(`${name}: a message of kind ${culprit?.kind} is not plain data`, { cause: error }))
    }
    settle()
  }

  const settle = (): void => {
    if (open && mailbox.length > 0) return
    for (const resolve of settling) resolve()
    settling = []
  }

  const shut = (): void => {
    open = false
    lost += mailbox.length
    mailbox = []
    settle()
  }

  port.on('message', ([granted, messages]) => {
    credits += granted
    if (credits > window) return fail(new Error(`${name}: ${credits} credits in a window of ${window}`))
    received += messages.length
    if (messages.length > 0) receive(messages)
    if (mailbox.length > 0) schedule()
  })
  port.once('close', shut)

  return {
    send: message => {
      if (!open) return void (lost += 1)
      if (mailbox.length - credits >= bound) throw new MailboxFullError(name, bound)
      mailbox.push(message)
      if (credits > 0) schedule()
    },
    grant: count => {
      owed += count
      if (owed * 2 >= window) schedule()
    },
    settled: () =>
      new Promise(resolve => {
        settling.push(resolve)
        settle()
      }),
    counts: () => ({ sent, received, credits, waiting: mailbox.length, lost }),
    close: () => {
      shut()
      port.close()
    },
  }
}

function cloneable(message: Addressed): boolean {
  try {
    structuredClone(message)
    return true
  } catch {
    return false
  }
}
