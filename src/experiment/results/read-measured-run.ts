import { basename, resolve } from 'node:path'
import { readRunDirectory, type RunRecord, type RunSummary } from '../../run/directory/run-directory.ts'
import { instructionSetsOf } from '../../run/directory/instruction-sets.ts'
import { measuredPoints } from './measured-points.ts'
import type { ComparableRun, MeasuredRun } from './measured-run.ts'

interface MeasuredRunOptions {
  readonly arm: string
  /** As `parseMeasure` takes them. */
  readonly measures: readonly string[]
}

/**
 * Reads a run, also while it is being written.
 *
 * @throws {RunDirectoryError} if it is not a run, or a line of it is damaged.
 * @throws {RangeError} for a text that is no measure.
 */
export async function readMeasuredRun(directory: string, { arm, measures }: MeasuredRunOptions): Promise<MeasuredRun> {
  const run = await readRunDirectory(directory)
  const [summary, metrics] = [await run.readSummary(), await run.readMetrics()]
  const points = measuredPoints({ config: run.config, summary, metrics, measures: run.measures }, measures)
  return { ...identityOf(run, summary), arm, points }
}

/** @throws {RunDirectoryError} if it is not a run. */
export async function readComparableRun(directory: string): Promise<ComparableRun> {
  const run = await readRunDirectory(directory)
  return identityOf(run, await run.readSummary())
}

const identityOf = (
  { path, config, versions, formulation, extended, measures }: RunRecord,
  summary: RunSummary | null,
): ComparableRun => ({
  name: basename(resolve(path)),
  directory: path,
  seed: config.seed,
  config,
  formulation,
  extended,
  instructions: instructionSetsOf(versions),
  measures,
  heldOut: Object.fromEntries(
    (summary?.before.evaluations ?? []).flatMap(({ split, digest }) => (digest === undefined ? [] : [[split, digest]])),
  ),
})
