/** Processor time and memory of this process over time, so that phases can be told apart afterwards. */

export interface Reading {
  /** Of the clock, ms. */
  readonly at: number
  /** Of all threads since the process began, ms. */
  readonly cpuMs: number
  readonly bytes: number
}

export interface Clockwork {
  /** All so far, in order. */
  readonly readings: readonly Reading[]
  readonly stop: () => void
}

export function readClockwork(everyMs: number): Clockwork {
  const readings: Reading[] = []
  const read = (): void => {
    const { user, system } = process.cpuUsage()
    readings.push({ at: Date.now(), cpuMs: (user + system) / 1000, bytes: process.memoryUsage.rss() })
  }
  read()
  const timer = setInterval(read, everyMs)
  return {
    readings,
    stop: () => {
      read()
      clearInterval(timer)
    },
  }
}

export interface Phase {
  readonly wallMs: number
  readonly cpuMs: number
  /** At most, and at its beginning. */
  readonly peakBytes: number
  readonly firstBytes: number
}

/** @param from of the clock, ms. @throws {RangeError} if nothing was read in it. */
export function phaseOf(readings: readonly Reading[], from: number, to: number): Phase {
  const inside = readings.filter(({ at }) => at >= from && at <= to)
  const [first, last] = [inside[0], inside.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError(`nothing was read from ${from} to ${to}`)
  return {
    wallMs: to - from,
    cpuMs: last.cpuMs - first.cpuMs,
    peakBytes: Math.max(...inside.map(({ bytes }) => bytes)),
    firstBytes: first.bytes,
  }
}
