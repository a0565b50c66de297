import { setTimeout as wait } from 'node:timers/promises'
import type { Rates } from './rates.ts'

/** Something that runs, and can be read on its way. */
interface Running<Reading> {
  readonly read: () => Promise<Reading>
  readonly stop: () => Promise<void>
}

/** Compilers and queues need that long, in seconds, until speed settles. */
const warmSeconds = 1

/** Warms something up, reads it, lets it run, reads it again, and stops it in any case. */
export async function between<Reading>(
  running: Running<Reading>,
  rates: (before: Reading, after: Reading) => Rates,
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
