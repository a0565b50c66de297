import type { DeviceUse } from '../../contracts/models/device-usage.ts'
import { nth } from '../../math/nth.ts'
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

type Counts = { -readonly [Name in keyof Omit<DeviceUse, 'queue' | 'sizes'>]: DeviceUse[Name] }

interface Counter {
  readonly use: Counts & { readonly sizes: number[] }
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
      use.calls += 1
      use.requests += waitedMs.length
      use.sequences += sequences
      use.tokens += tokens
      use.ms += ms
      count(use.sizes, sequences)
      waitedMs.forEach(queue.record)
    },
    flush: () => {
      const uses = [...counters.values()].map(({ use, queue }) => ({ ...use, queue: queue.flush() }))
      counters.clear()
      return uses
    },
  }
}

const nothing = (verb: DeviceUse['verb'], model: string): Counter['use'] => ({
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
function count(sizes: number[], size: number): void {
  const bucket = size < 1 ? 0 : 31 - Math.clz32(size)
  while (sizes.length <= bucket) sizes.push(0)
  sizes[bucket] = nth(sizes, bucket) + 1
}
