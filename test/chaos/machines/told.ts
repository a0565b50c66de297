/** When it was told that the actors on a worker had died. Pure. */
import { quantile } from '../../../src/math/statistics.ts'
import { textTable } from '../../../src/text/text-table.ts'
import { faultKinds, type FaultKind } from './draw-faults.ts'

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

export interface ToldFault {
  readonly kind: FaultKind
  readonly waited: ToldAfter
}

/** How many faults of each kind there were, how many of them had to be told, and how soon they were. */
export function toldTable(faults: readonly ToldFault[]): string {
  const titles = ['faults', 'of workers with actors', 'told', 'median s', 'maximum s'] as const
  const right = titles.map(title => ({ title, align: 'right' as const }))
  const rows = faultKinds.map(kind => {
    const ofKind = faults.filter(fault => fault.kind === kind).map(({ waited }) => waited)
    const needed = ofKind.filter(waited => waited !== null)
    const toldMs = needed.filter(waited => waited !== 'untold')
    const seconds = (p: number): string => (toldMs.length === 0 ? '–' : (quantile(toldMs, p) / 1_000).toFixed(1))
    return [kind, String(ofKind.length), String(needed.length), String(toldMs.length), seconds(0.5), seconds(1)]
  })
  return textTable([{ title: 'kind', align: 'left' }, ...right], rows)
}
