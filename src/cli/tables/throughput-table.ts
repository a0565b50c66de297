import type { ThroughputRow } from '../../throughput/measure/events.ts'
import { compact, decimal, percent } from './numbers.ts'
import { left, right, textTable, type Column } from '../../text/text-table.ts'

const columns: readonly Column[] = [
  left('model'),
  left('world'),
  ...['threads', 'worlds', 'steps/s', 'min–max', 'µs a step', 'a call', 'full %', 'queue ms', 'p95'].map(right),
  ...['device %', 'alone/s', 'reached %'].map(right),
]

const comparedColumns: readonly Column[] = ['ratio', 'interval'].map(right)
const workColumns: readonly Column[] = ['episodes', 'won', 'seconds'].map(right)

/** One line a configuration; docs/throughput.md explains each column. */
export function throughputTable(rows: readonly ThroughputRow[]): string {
  const work = rows.some(({ played }) => played !== null)
  const compared = rows.some(({ against }) => against !== null)
  const training = rows.some(row => row.training !== null)
  const table = textTable(
    [
      ...columns,
      ...(training ? [right('trained/s')] : []),
      ...(work ? workColumns : []),
      ...(compared ? comparedColumns : []),
    ],
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
      ...(training ? [row.training === null ? '–' : compact(row.training.tokensPerSecond)] : []),
      ...(work ? [decimal(row.played?.episodes, 0), decimal(row.played?.won, 0), decimal(row.seconds)] : []),
      ...(compared ? comparedCells(row) : []),
    ]),
  )
  return [table, ...rows.flatMap(iterationText)].join('\n')
}

/** How many times as fast as its comparison. */
function comparedCells({ against }: ThroughputRow): readonly string[] {
  if (against === null) return ['–', '–']
  const { ratio, interval } = against
  return [decimal(ratio), interval === null ? '–' : `${decimal(interval.low)}–${decimal(interval.high)}`]
}

/** The parts of an iteration. */
function iterationText({ world, threads, training }: ThroughputRow): readonly string[] {
  if (training === null) return []
  const parts = Object.entries(training.partsMs).map(([part, ms]) => `${part} ${decimal(ms / 1000)} s`)
  return [
    `train ${world}, ${threads} ${threads === 1 ? 'thread' : 'threads'}: iteration ${decimal(training.iterationMs / 1000)} s: ${parts.join(', ')}`,
  ]
}
