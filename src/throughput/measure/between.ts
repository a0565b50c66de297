/** Measurements of something that runs: for a time, or for all of a fixed amount of work. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Rates } from './rates.ts'

/** Something that runs, and can be read on its way. */
interface Running<Reading> {
  readonly read: () => Promise<Reading>
  readonly stop: () => Promise<void>
}

/** Something that ends. */
interface Finite<Reading> extends Running<Reading> {
  readonly begin: () => void
  /** Resolves at the end. */
  readonly over: Promise<void>
}

type RatesOf<Reading> = (before: Reading, after: Reading) => Rates

/** Compilers and queues need that long, in seconds, until speed settles. */
const warmSeconds = 1

/** Warms something up, reads it, lets it run, reads it again, and stops it in any case. */
export async function between<Reading>(
  running: Running<Reading>,
  rates: RatesOf<Reading>,
  { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
): Promise<Rates> {
  try {
    await wait(Math.min(seconds, warmSeconds) * 1000, undefined, { signal })
    const before = await running.read()
    await wait(seconds * 1000, undefined, { signal })
    return rates(before, await running.read())
  } finally {
    await running.stop()
  }
}

/** Reads something that has not begun, lets it run to its end, reads it again, and stops it in any case. */
export async function throughout<Reading>(
  running: Finite<Reading>,
  rates: RatesOf<Reading>,
  signal: AbortSignal,
): Promise<Rates> {
  const ended = new AbortController()
  try {
    const before = await running.read()
    signal.throwIfAborted()
    running.begin()
    await Promise.race([running.over, once(signal, 'abort', { signal: ended.signal })])
    signal.throwIfAborted()
    return rates(before, await running.read())
  } finally {
    ended.abort()
    await running.stop()
  }
}
