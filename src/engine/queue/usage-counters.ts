import type { DeviceUse } from '../../contracts/models/device-usage.ts'
import { createQueueClock, type QueueClock } from './queue-times.ts'

/** One call of a device. */
export interface DeviceEntry {
  readonly verb: DeviceUse['verb']
  readonly model: string
  /** [requests] how long each waited for the call to begin, ms. */
  readonly waitedMs: readonly number[]
  readonly sequences: number
  readonly tokens: number
  /** Within the device, without pauses. */
  readonly ms: number
}

/** The use of a device, summed by verb and model. */
export interface UsageCounters {
  readonly record: (entry: DeviceEntry) => void
  /** The calls recorded since the last flush, in the order of first use. */
  readonly flush: () => readonly DeviceUse[]
}

interface Counter {
  use: Omit<DeviceUse, 'queue'>
  readonly queue: QueueClock
}

export function createUsageCounters(): UsageCounters {
  const counters = new Map<string, Counter>()
  return {
    record: ({ verb, model, waitedMs, sequences, tokens, ms }) => {
      const name = `${verb} ${model}`
      const counter = counters.get(name) ?? { use: nothing(verb, model), queue: createQueueClock() }
      counters.set(name, counter)
      const { use, queue } = counter
      counter.use = {
        ...use,
        calls: use.calls + 1,
        requests: use.requests + waitedMs.length,
        sequences: use.sequences + sequences,
        tokens: use.tokens + tokens,
        ms: use.ms + ms,
        sizes: counted(use.sizes, sequences),
      }
      waitedMs.forEach(queue.record)
    },
    flush: () => {
      const uses = [...counters.values()].map(({ use, queue }) => ({ ...use, queue: queue.flush() }))
      counters.clear()
      return uses
    },
  }
}

const nothing = (verb: DeviceUse['verb'], model: string): Omit<DeviceUse, 'queue'> => ({
  verb,
  model,
  calls: 0,
  requests: 0,
  sequences: 0,
  tokens: 0,
  ms: 0,
  sizes: [],
})

/** One more call in the bucket of its size: b is 2^b to 2^(b + 1) − 1. */
function counted(sizes: readonly number[], size: number): readonly number[] {
  const bucket = size < 1 ? 0 : 31 - Math.clz32(size)
  return Array.from({ length: Math.max(sizes.length, bucket + 1) }, (_, b) => (sizes[b] ?? 0) + (b === bucket ? 1 : 0))
}
