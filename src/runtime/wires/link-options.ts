/**
 * The effect of one message more than a mailbox may hold:
 * - `fail`: sending it throws a `MailboxFullError`.
 * - `drop-oldest`: the message that has waited longest is dropped for it, and counted.
 * - `wait`: its sender gets nothing from its inbox while one of its mailboxes is full, so that those who send to it
 *   have to wait too. Further messages are kept up to twice the bound; beyond that it is a `MailboxFullError`.
 */
export type Overflow = 'fail' | 'drop-oldest' | 'wait'

export const overflows: readonly Overflow[] = ['fail', 'drop-oldest', 'wait']

/** The same at both ends of a link. */
export interface LinkOptions {
  /** Most messages sent and not yet consumed, 1024. */
  readonly window?: number
  /** Most messages that wait for a credit, 65 536. */
  readonly bound?: number
  /**
   * As many messages leave at once, 4; fewer are sent at the end of the sender's tick. More make larger batches at
   * the other end, which waits for them meanwhile.
   */
  readonly gather?: number
  /** The effect of a message beyond `bound`, `fail`. */
  readonly overflow?: Overflow
  /** Longest time, in ms, for which a full mailbox may not move while its sender waits, 120 000; then it is an error. */
  readonly waitMs?: number
}

/** Of all links of one address. */
export interface BoardOptions extends LinkOptions {
  /** A link's particular options, by the address at its other end. */
  readonly peers?: Readonly<Record<string, LinkOptions>>
}

/** @throws {RangeError} if `window`, `bound` or `gather` is not a positive integer, `waitMs` not positive or `overflow` unknown. */
export function checkedLinkOptions({
  window = 1024,
  bound = 65_536,
  gather = 4,
  overflow = 'fail',
  waitMs = 120_000,
}: LinkOptions): Required<LinkOptions> {
  for (const [name, value] of Object.entries({ window, bound, gather }))
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} must be a positive integer, got ${value}`)
  if (!(waitMs > 0)) throw new RangeError(`waitMs must be positive, got ${waitMs}`)
  if (!overflows.includes(overflow)) throw new RangeError(`overflow must be ${overflows.join(' or ')}, got ${overflow}`)
  return { window, bound, gather, overflow, waitMs }
}
