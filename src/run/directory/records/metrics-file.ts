/** The metrics.jsonl of a run. */
import type { IterationMetrics } from '../../../contracts/metrics.ts'
import type { Measure } from '../../../contracts/measure.ts'
import { damageOf } from '../../../text/damage.ts'
import { readLines } from './lines.ts'
import { metricsSchema } from './metrics-schema.ts'
import { RunDirectoryError } from './run-directory-error.ts'

/**
 * In order, [] without a file.
 *
 * @param measures of the run's method. @throws {RunDirectoryError} for a line that is invalid, or not after those before
 * it.
 */
export async function readMetrics(file: string, measures: readonly Measure[]): Promise<readonly IterationMetrics[]> {
  const schema = metricsSchema(measures)
  let last = 0
  return (await readLines(file)).map((line, index) => {
    const damaged = (reason: string) =>
      new RunDirectoryError(`${file}, line ${index + 1} is damaged: ${reason}; remove the line to go without it`)
    const parsed = schema.safeParse(line, { reportInput: true })
    if (!parsed.success) throw damaged(damageOf(parsed.error))
    const { iteration } = parsed.data
    if (iteration <= last) throw damaged(`iteration: expected one after ${last}, got ${iteration}`)
    last = iteration
    return parsed.data
  })
}
