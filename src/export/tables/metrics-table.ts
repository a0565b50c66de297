/** The measurements of a run as a table: a row an iteration, a column for each number that any of them has. */
import type { RunRecord } from '../../run/directory/run-directory.ts'
import { iterationScalars, summaryScalars, type Scalars } from '../contents/scalars.ts'

interface MetricsTable {
  /** Without `iteration`. */
  readonly columns: readonly string[]
  /** Ascending; the measurement before the first iteration is row 0. */
  readonly rows: readonly { readonly iteration: number; readonly values: Scalars }[]
}

export async function metricsTable(run: RunRecord): Promise<MetricsTable> {
  const before = (await run.readSummary())?.before
  const rows = [
    ...(before === undefined ? [] : [{ iteration: 0, values: summaryScalars(before) }]),
    ...(await run.readMetrics()).map(metrics => ({ iteration: metrics.iteration, values: iterationScalars(metrics) })),
  ]
  return { columns: [...new Set(rows.flatMap(({ values }) => [...values.keys()]))], rows }
}
