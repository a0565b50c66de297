/** What a device did, and what it could have done: a ledger of its calls, and a clock of its work. */
import type { DeviceUsage, GpuReply } from '../../contracts/messages/gpu.ts'
import { createUsageCounters } from './usage-counters.ts'
import type { QueuedRequest, Batch } from './queue.ts'
import { nth } from '../../math/nth.ts'

export interface Meter {
  /**
   * Measures a piece of a turn's work. The time before it in which the device did nothing counts as idle as far as
   * something unfinished had been asked.
   *
   * @param since when the oldest unfinished request was asked, ms.
   */
  readonly during: (turn: Batch, since: number, piece: () => Promise<void>) => Promise<void>
  /** The turn's work is over; entered in the ledger when the piece that ended it is. */
  readonly over: (turn: Batch, replies: readonly GpuReply[]) => void
  /** What was done since the last close. @param since as of `during`. */
  readonly close: (since: number) => DeviceUsage
}

interface Work {
  readonly waitedMs: readonly number[]
  ms: number
  replies: readonly GpuReply[] | null
}

/** @param now ms, on the clock by which requests are asked. */
export function createMeter(now: () => number): Meter {
  const ledger = createUsageCounters()
  const begun = new Map<Batch, Work>()
  let opened = now()
  let last = opened
  let busyMs = 0
  let idleMs = 0

  const pass = (at: number, since: number): void => {
    idleMs += Math.max(0, at - Math.max(last, since))
    last = at
  }
  const settle = (turn: Batch, { waitedMs, ms, replies }: Work): void => {
    const { request } = nth(turn.requests, 0)
    if (replies === null) return
    begun.delete(turn)
    const sizes = turn.requests.map(({ request }) => sizeOf(request))
    ledger.record({
      verb: request.kind,
      model: request.model,
      waitedMs,
      sequences: sizes.reduce((sum, { sequences }) => sum + sequences, 0),
      tokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0) + writtenTokens(replies),
      ms,
    })
  }

  return {
    during: async (turn, since, piece) => {
      const began = now()
      pass(began, since)
      const work = begun.get(turn) ?? { waitedMs: turn.requests.map(({ at }) => began - at), ms: 0, replies: null }
      begun.set(turn, work)
      await piece()
      last = now()
      work.ms += last - began
      busyMs += last - began
      settle(turn, work)
    },
    over: (turn, replies) => {
      const work = begun.get(turn)
      if (work !== undefined) work.replies = replies
    },
    close: since => {
      const at = now()
      pass(at, since)
      const account = { uses: ledger.flush(), wallMs: at - opened, busyMs, idleMs }
      opened = at
      busyMs = 0
      idleMs = 0
      return account
    },
  }
}

interface Size {
  readonly sequences: number
  /** Read. */
  readonly tokens: number
}

function sizeOf(request: QueuedRequest['request']): Size {
  switch (request.kind) {
    case 'sample': {
      const { count, tokens, promptSuffix } = request.request
      return { sequences: count, tokens: tokens.length + promptSuffix.length }
    }
    case 'logprobs':
      return { sequences: request.sequences.length, tokens: lengths(request.sequences) }
    case 'forward-backward':
      return { sequences: request.examples.length, tokens: lengths(request.examples.map(({ sequence }) => sequence)) }
    default:
      return { sequences: 1, tokens: 0 }
  }
}

const lengths = (sequences: readonly { readonly tokens: Int32Array }[]): number =>
  sequences.reduce((sum, { tokens }) => sum + tokens.length, 0)

const writtenTokens = (replies: readonly GpuReply[]): number =>
  replies.reduce((sum, reply) => sum + (reply.kind === 'sampled' ? lengths(reply.samples) : 0), 0)
