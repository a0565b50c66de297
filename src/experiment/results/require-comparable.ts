import { isDeepStrictEqual } from 'node:util'
import { shown } from '../../text/shown.ts'
import { parseMeasure } from './measure.ts'
import type { RunIdentity } from './measured-run.ts'

/** @throws {RangeError} if the two runs differ in world, or in the tasks that the measure is measured on, by their names. */
export function requireComparable(run: RunIdentity, other: RunIdentity, measure: string): void {
  const { kind } = parseMeasure(measure)
  const settings: (readonly [path: string, of: (run: RunIdentity) => unknown])[] = [
    ['environment.name', ({ config }) => config.environment.name],
    ['environment.options', ({ config }) => config.environment.options],
  ]
  if (kind === 'success') settings.push(['evaluation.tasks', ({ config }) => config.evaluation.tasks])
  if (kind === 'judge') settings.push(['evaluation.probeTasks', ({ config }) => config.evaluation.probeTasks])
  const different = settings.find(([, of]) => !isDeepStrictEqual(of(run), of(other)))
  if (different === undefined) return
  const [path, of] = different
  throw new RangeError(
    `${run.name} and ${other.name} cannot be compared: ${path} is ${shown(of(run))} and ${shown(of(other))}`,
  )
}
