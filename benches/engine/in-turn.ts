/** Measures several ways of doing the same in turn, so that what slows the machine down for a while slows all. */
import { performance } from 'node:perf_hooks'
import { quantile } from '../../src/math/statistics.ts'

/** Milliseconds of one call. */
export interface Timing {
  /** On the clock. */
  readonly ms: number
  /** Of all threads together. */
  readonly processorMs: number
}

/** Measures one call for so many seconds. */
export type Measure = (seconds: number) => Promise<Timing>

/** One call in each round, by the name of the way. */
export type Rounds = ReadonlyMap<string, readonly Timing[]>

/** A way that throws is left out of all rounds, and said so. */
export async function inTurn(
  ways: Readonly<Record<string, Measure>>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Rounds> {
  const times = new Map<string, Timing[]>(Object.keys(ways).map(name => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [...times.keys()] : [...times.keys()].reverse()
    for (const name of order) {
      try {
        const timing = await ways[name]!(seconds)
        times.get(name)!.push(timing)
      } catch (error) {
        console.error(`${name} is left out: ${String(error)}`)
        times.delete(name)
      }
    }
  }
  return times
}

/** Median milliseconds on the clock over the rounds; `null` of what was left out. */
export function median(rounds: Rounds, name: string): number | null {
  const found = rounds.get(name)
  if (found === undefined) return null
  return quantile(
    found.map(({ ms }) => ms),
    0.5,
  )
}

/** How many times as long as `ours` the fastest of `others` takes, the median over the rounds; `null` without both. */
export function ratioToBest(rounds: Rounds, ours: string, others: readonly string[]): number | null {
  const own = rounds.get(ours)
  const [best] = others
    .filter(name => rounds.has(name))
    .sort((a, b) => (median(rounds, a) ?? Infinity) - (median(rounds, b) ?? Infinity))
  if (own === undefined || best === undefined) return null
  return quantile(
    rounds.get(best)!.map(({ ms }, round) => ms / own[round]!.ms),
    0.5,
  )
}

/** Milliseconds of processor time so far, of this process and all its threads. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Of the time of a measurement, before it. */
const warmShare = 0.1

interface TimedOptions {
  /** Calls that are counted at least. */
  readonly least?: number
  readonly warm?: boolean
  /** Milliseconds so far, where not of this process alone. */
  readonly processor?: () => number
}

/**
 * One call: the median on the clock, the mean of the processor's time. Before that a tenth of the time, at least one call, to warm up,
 * unless it is told not to. As the peers do it.
 *
 * @param seconds that pass on the clock, and of processor time.
 */
export async function timed(
  call: () => Promise<unknown>,
  seconds: number,
  { least = 3, warm = true, processor = processorMs }: TimedOptions = {},
): Promise<Timing> {
  const found: number[] = []
  /** Of both clocks, so that on a busy machine as much is done as on an idle one. */
  const lasting = (share: number) => {
    const [start, before] = [performance.now(), processor()]
    return () => Math.min(performance.now() - start, processor() - before) < 1000 * share * seconds
  }
  const isCold = lasting(warmShare)
  if (warm)
    do await call()
    while (isCold())
  const [before, goesOn] = [processor(), lasting(1)]
  while (found.length < least || goesOn()) {
    const began = performance.now()
    await call()
    found.push(performance.now() - began)
  }
  return { ms: quantile(found, 0.5), processorMs: (processor() - before) / found.length }
}
