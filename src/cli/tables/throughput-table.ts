import type { ThroughputRow } from '../../throughput/measure/events.ts'
import { compact, decimal, percent } from './numbers.ts'
import { textTable, type Column } from '../../text/text-table.ts'

const columns: readonly Column[] = [
  { title: 'model', align: 'left' },
  { title: 'world', align: 'left' },
  ...['threads', 'worlds', 'steps/s', 'min–max', 'µs a step', 'a call', 'full %', 'queue ms', 'p95'].map(right),
  ...['device %', 'alone/s', 'reached %'].map(right),
]

/** One line a configuration; docs/throughput.md says what each column means. */
export const throughputTable = (rows: readonly ThroughputRow[]): string =>
  textTable(
    columns,
    rows.map(row => [
      row.model,
      row.world,
      String(row.threads),
      String(row.worlds),
      compact(row.stepsPerSecond),
      `${compact(row.stepsPerSecondRange.min)}–${compact(row.stepsPerSecondRange.max)}`,
      decimal(row.microsecondsPerStep),
      decimal(row.requestsPerCall, 1),
      percent(row.occupancy),
      decimal(row.queueMedianMs),
      decimal(row.queueP95Ms),
      percent(row.deviceShare),
      row.ceiling === null ? '–' : compact(row.ceiling),
      percent(row.ceilingShare),
    ]),
  )

function right(title: string): Column {
  return { title, align: 'right' }
}
