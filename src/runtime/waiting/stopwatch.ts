import { performance } from 'node:perf_hooks'

export interface Stopwatch {
  /** Milliseconds by activity. */
  readonly laps: Readonly<Record<string, number>>
  /** Adds the time until the work has settled to the time of `name`. */
  readonly timed: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

export function stopwatch(): Stopwatch {
  const laps: Record<string, number> = {}
  return {
    laps,
    timed: async (name, work) => {
      const began = performance.now()
      try {
        return await work()
      } finally {
        laps[name] = (laps[name] ?? 0) + performance.now() - began
      }
    },
  }
}
