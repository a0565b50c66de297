import { basename, resolve } from 'node:path'
import { readRunDirectory } from '../../run/directory/run-directory.ts'
import { measuredPoints } from './measured-points.ts'
import type { MeasuredRun } from './measured-run.ts'

export interface MeasuredRunOptions {
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
  const { config, formulation, ...run } = await readRunDirectory(directory)
  const [summary, metrics] = [await run.readSummary(), await run.readMetrics()]
  return {
    name: basename(resolve(directory)),
    directory,
    arm,
    seed: config.seed,
    config,
    formulation,
    points: measuredPoints({ config, summary, metrics }, measures),
  }
}
