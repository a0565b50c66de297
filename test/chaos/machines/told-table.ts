import { quantile } from '../../../src/math/statistics.ts'
import { textTable } from '../../../src/text/text-table.ts'
import { faultKinds, type FaultKind } from './draw-faults.ts'
import type { ToldAfter } from './told.ts'

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
