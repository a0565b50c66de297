/** The use of a device: counters of its calls, and how long it was busy. */
import type { DeviceSpan, DeviceUsage } from '../../contracts/models/device-usage.ts'
import type { GpuReply } from '../../contracts/messages/gpu.ts'
import { createCoverage, type Coverage } from './coverage.ts'
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
  replies: readonly GpuReply[] | null
}

/** A verb on a model: the time in which a piece of it is under way, and how long it has been so without a gap. */
interface Activity extends Pick<DeviceSpan, 'verb' | 'model'> {
  readonly working: Coverage
  since: number
  calls: number
  depth: number
}

/** @param now ms, on the clock by which requests are asked. */
export function createMeter(now: () => number): Meter {
  const counters = createUsageCounters()
  const spans = createDeviceSpans()
  const begun = new Map<Batch, Work>()
  const activities = new Map<string, Activity>()
  const working = createCoverage()
  let opened = now()
  let last = opened
  let idleMs = 0

  const pass = (at: number, since: number): void => {
    if (!working.isOn()) idleMs += Math.max(0, at - Math.max(last, since))
    last = at
  }
  const activityOf = (batch: Batch): Activity => {
    const { kind: verb, model } = nth(batch.requests, 0).request
    const name = `${verb} ${model}`
    const activity = activities.get(name) ?? { verb, model, working: createCoverage(), since: 0, calls: 0, depth: 0 }
    activities.set(name, activity)
    return activity
  }
  /** Its stretch up to here, of which nothing remains. */
  const cut = (activity: Activity, endMs: number): void => {
    const { verb, model, since: startMs, calls, depth } = activity
    spans.record({ verb, model, startMs, endMs, calls, depth })
    Object.assign(activity, { since: endMs, calls: 0, depth: 0 })
  }
  const record = (batch: Batch, { verb, model, working: own }: Activity, { waitedMs, replies }: Work): void => {
    if (replies === null) return
    begun.delete(batch)
    const sizes = batch.requests.map(({ request }) => sizeOf(request))
    counters.record({
      ...{ verb, model, waitedMs },
      sequences: sizes.reduce((sum, { sequences }) => sum + sequences, 0),
      tokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0) + writtenTokens(replies),
      ms: own.take(last),
    })
  }

  return {
    during: async (batch, { since, count }, piece) => {
      const began = now()
      pass(began, since)
      const work = begun.get(batch) ?? { waitedMs: batch.requests.map(({ at }) => began - at), replies: null }
      begun.set(batch, work)
      const activity = activityOf(batch)
      if (!activity.working.isOn()) activity.since = began
      activity.calls += 1
      activity.depth = Math.max(activity.depth, count)
      working.begin(began)
      activity.working.begin(began)
      await piece()
      last = now()
      working.end(last)
      activity.working.end(last)
      if (!activity.working.isOn()) cut(activity, last)
      record(batch, activity, work)
    },
    over: (batch, replies) => {
      const work = begun.get(batch)
      if (work !== undefined) work.replies = replies
    },
    flush: ({ since }) => {
      const at = now()
      pass(at, since)
      for (const activity of activities.values()) if (activity.working.isOn()) cut(activity, at)
      const usage = {
        uses: counters.flush(),
        wallMs: at - opened,
        busyMs: working.take(at),
        idleMs,
        spans: spans.flush(),
      }
      opened = at
      idleMs = 0
      return usage
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
