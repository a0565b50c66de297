import { leavesOf } from '../../config/tree.ts'
import type { RunDetail } from '../contract/run-detail.ts'
import { readableRecord } from '../folder/run-reader.ts'
import type { WatchedFolder } from '../folder/watched-folder.ts'

/** @throws {RunDirectoryError} if the run cannot be read. */
export function runDetail(run: WatchedFolder): RunDetail {
  const { series } = run.reader
  return {
    directory: run.directory,
    notes: run.notes,
    best: series.measures
      .filter(isSuccess)
      .flatMap(measure => bestOf(measure, series.column(measure), series.iteration)),
    settings: [...leavesOf(readableRecord(run).config)].map(([path, value]) => ({
      path,
      value: JSON.stringify(value),
    })),
  }
}

const isSuccess = (measure: string): boolean => /^success\b/.test(measure)

/** @param values [rows], NaN where not measured. @param iterations [rows] or more. */
function bestOf(
  measure: string,
  values: Float32Array = new Float32Array(),
  iterations: Float64Array,
): RunDetail['best'] {
  const value = values.reduce((best, each) => (each > best ? each : best), -Infinity)
  return value === -Infinity ? [] : [{ measure, value, iteration: iterations[values.indexOf(value)] ?? 0 }]
}
