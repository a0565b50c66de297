/** When it was told that the actors on a worker had died. Pure. */
import type { FaultKind } from './draw-faults.ts'

/** ms of one clock. */
export interface BegunFault {
  readonly kind: FaultKind
  readonly atMs: number
  /** Those that had actors of the run, and lost them. */
  readonly workers: readonly string[]
}

export interface ToldDeath {
  readonly worker: string
  readonly atMs: number
}

/** How long it took until every worker's loss was told; `null` if nothing had to be, `untold` if it was not in time. */
export type ToldAfter = number | 'untold' | null

/** By the protocol: silence counts after 10 s, looked at each second. */
const longestMs = 15_000

/** @param endMs of the run; what it had no time to tell need not be told. */
export function toldAfter({ atMs, workers }: BegunFault, deaths: readonly ToldDeath[], endMs: number): ToldAfter {
  if (workers.length === 0) return null
  const lastMs = atMs + longestMs
  const afterMs = workers.map(worker => {
    const first = deaths.find(death => death.worker === worker && death.atMs >= atMs)
    return (first?.atMs ?? Infinity) - atMs
  })
  const waitedMs = Math.max(...afterMs)
  if (waitedMs <= longestMs) return waitedMs
  return endMs < lastMs ? null : 'untold'
}

/** The worker in a reason of a death. */
export const workerIn = (reason: string): string | null => /^worker (\S+): /.exec(reason)?.[1] ?? null
