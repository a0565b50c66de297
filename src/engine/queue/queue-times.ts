import { createHistogram } from 'node:perf_hooks'
import type { QueueTimes } from '../../contracts/models/device-usage.ts'

/** How long requests waited, in a histogram of fixed size. */
export interface QueueClock {
  readonly record: (ms: number) => void
  /** Of the records since the last flush; quantiles to within 1 %. */
  readonly flush: () => QueueTimes
}

const nanoseconds = 1e6
const longestMs = 600_000

export function createQueueClock(): QueueClock {
  const histogram = createHistogram({ lowest: 1, highest: longestMs * nanoseconds, figures: 2 })
  return {
    record: ms => histogram.record(Math.max(1, Math.round(Math.min(ms, longestMs) * nanoseconds))),
    flush: () => {
      const requests = histogram.count
      const inMs = (found: number) => (requests === 0 ? null : found / nanoseconds)
      const times = {
        requests,
        meanMs: inMs(histogram.mean),
        medianMs: inMs(histogram.percentile(50)),
        p95Ms: inMs(histogram.percentile(95)),
        maxMs: inMs(histogram.max),
      }
      histogram.reset()
      return times
    },
  }
}
