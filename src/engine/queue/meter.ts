/** The use of a device: counters of its calls, and how long it was busy. */
import type { DeviceSpan, DeviceUsage } from '../../contracts/models/device-usage.ts'
import type { GpuReply } from '../../contracts/messages/gpu.ts'
import { createDeviceSpans } from './device-spans.ts'
import type { Unfinished } from './in-batches.ts'
import { createUsageCounters } from './usage-counters.ts'
import type { QueuedRequest, Batch } from './queue.ts'
import { nth } from '../../math/nth.ts'

interface Meter {
  /**
   * Measures a piece of a batch's work. Time before it in which the device did nothing counts as idle while requests were
   * queued.
   */
  readonly during: (batch: Batch, unfinished: Unfinished, piece: () => Promise<void>) => Promise<void>
  /** The batch has been answered; it is counted when its last piece ends. */
  readonly over: (batch: Batch, replies: readonly GpuReply[]) => void
  /** The usage since the last flush. */
  readonly flush: (unfinished: Pick<Unfinished, 'since'>) => DeviceUsage
}

interface Work {
  readonly waitedMs: readonly number[]
  ms: number
  replies: readonly GpuReply[] | null
}

/** @param now ms, on the clock by which requests are asked. */
export function createMeter(now: () => number): Meter {
  const counters = createUsageCounters()
  const spans = createDeviceSpans()
  const begun = new Map<Batch, Work>()
  let opened = now()
  let last = opened
  let busyMs = 0
  let idleMs = 0

  const pass = (at: number, since: number): void => {
    idleMs += Math.max(0, at - Math.max(last, since))
    last = at
  }
  const record = (batch: Batch, { waitedMs, ms, replies }: Work): void => {
    if (replies === null) return
    begun.delete(batch)
    const sizes = batch.requests.map(({ request }) => sizeOf(request))
    counters.record({
      ...namesOf(batch),
      waitedMs,
      sequences: sizes.reduce((sum, { sequences }) => sum + sequences, 0),
      tokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0) + writtenTokens(replies),
      ms,
    })
  }

  return {
    during: async (batch, { since, count }, piece) => {
      const began = now()
      pass(began, since)
      const work = begun.get(batch) ?? { waitedMs: batch.requests.map(({ at }) => began - at), ms: 0, replies: null }
      begun.set(batch, work)
      await piece()
      last = now()
      work.ms += last - began
      busyMs += last - began
      spans.record({ ...namesOf(batch), startMs: began, endMs: last, depth: count })
      record(batch, work)
    },
    over: (batch, replies) => {
      const work = begun.get(batch)
      if (work !== undefined) work.replies = replies
    },
    flush: ({ since }) => {
      const at = now()
      pass(at, since)
      const usage = { uses: counters.flush(), wallMs: at - opened, busyMs, idleMs, spans: spans.flush() }
      opened = at
      busyMs = 0
      idleMs = 0
      return usage
    },
  }
}

function namesOf(batch: Batch): Pick<DeviceSpan, 'verb' | 'model'> {
  const { kind: verb, model } = nth(batch.requests, 0).request
  return { verb, model }
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
