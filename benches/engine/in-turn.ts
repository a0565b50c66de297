/** Measures several ways of doing the same in turn, so that what slows the machine down for a while slows all. */
import { performance } from 'node:perf_hooks'
import { quantile } from '../../src/math/statistics.ts'

/** @returns milliseconds of one call, measured for so many seconds. */
export type Measure = (seconds: number) => Promise<number>

/** Milliseconds of one call in each round, by the name of the way. */
export type Rounds = ReadonlyMap<string, readonly number[]>

/** A way that throws is left out of all rounds, and said so. */
export async function inTurn(
  ways: Readonly<Record<string, Measure>>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Rounds> {
  const times = new Map<string, number[]>(Object.keys(ways).map(name => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [...times.keys()] : [...times.keys()].reverse()
    for (const name of order) {
      try {
        const ms = await ways[name]!(seconds)
        times.get(name)!.push(ms)
      } catch (error) {
        console.error(`${name} is left out: ${String(error)}`)
        times.delete(name)
      }
    }
  }
  return times
}

/** Median over the rounds; `null` of what was left out. */
export function median(rounds: Rounds, name: string): number | null {
  const found = rounds.get(name)
  return found === undefined ? null : quantile(found, 0.5)
}

/** How many times as long as `ours` the fastest of `others` takes, the median over the rounds; `null` without both. */
export function ratioToBest(rounds: Rounds, ours: string, others: readonly string[]): number | null {
  const own = rounds.get(ours)
  const [best] = others
    .filter(name => rounds.has(name))
    .sort((a, b) => (median(rounds, a) ?? Infinity) - (median(rounds, b) ?? Infinity))
  if (own === undefined || best === undefined) return null
  return quantile(
    rounds.get(best)!.map((time, round) => time / own[round]!),
    0.5,
  )
}

/** Median milliseconds of a call; before that a tenth of the time, at least one call, to warm up. As the peers do it. */
export async function timed(call: () => Promise<unknown>, seconds: number, least = 3): Promise<number> {
  const clock = () => performance.now() / 1000
  const start = clock()
  do await call()
  while (clock() - start < seconds / 10)
  const found: number[] = []
  const from = clock()
  while (found.length < least || clock() - from < seconds) {
    const began = performance.now()
    await call()
    found.push(performance.now() - began)
  }
  return quantile(found, 0.5)
}
