import { writeFileAtomic } from '../../files/atomic.ts'
import { onDisk } from '../../run/directory/records/run-directory-error.ts'
import { readRunDirectory, type RunRecord } from '../../run/directory/run-directory.ts'
import type { RecordedCurve } from './recorded-curve.ts'

/**
 * Writes the success of a finished run by iteration into a file, in the form that `recorded/outcome.json` of a world has.
 *
 * @param name describes the run, in a few words.
 * @throws {RangeError} if the run is not finished.
 * @throws {RunDirectoryError} if it is not a run, or the file cannot be written.
 */
export async function recordCurve(directory: string, file: string, name: string): Promise<void> {
  const curve = await curveOf(await readRunDirectory(directory), name)
  await onDisk(file, () => writeFileAtomic(file, `${JSON.stringify(curve, null, 2)}\n`))
}

async function curveOf(run: RunRecord, name: string): Promise<RecordedCurve> {
  const summary = await run.readSummary()
  const metrics = await run.readMetrics()
  const { config, versions, path } = run
  if (summary?.after?.iteration !== config.iterations)
    throw new RangeError(
      `only a finished run can be recorded: ${path} has come to iteration ${metrics.at(-1)?.iteration ?? 0} of ${config.iterations}`,
    )
  const points = [{ iteration: 0, evaluations: summary.before.evaluations }, ...metrics].flatMap(
    ({ iteration, evaluations }) =>
      evaluations.map(({ split, temperature, tasks, rate }) => ({ iteration, split, temperature, tasks, rate })),
  )
  return { name, versions: { ...versions }, config, points }
}
