import { leavesOf } from '../../config/tree.ts'
import { unreachable } from '../../contracts/unreachable.ts'
import { describedMeasure } from '../../run/measures/describe.ts'
import { preview } from '../../text/preview.ts'
import { parseMeasure, type RunMeasure } from './measure.ts'
import type { ComparableRun } from './measured-run.ts'
import { sameData } from '../../contracts/same-data.ts'

type Compared = Pick<ComparableRun, 'name' | 'config' | 'heldOut' | 'measures'>

/** @throws {RangeError} if the two runs differ in world, or in the tasks that the measure is measured on, by their names. */
export function requireComparable(run: Compared, other: Compared, text: string): void {
  const different = settingsOf(parseMeasure(text), run, other).find(([, of]) => !sameData(of(run), of(other)))
  if (different === undefined) return
  const [path, of] = different
  throw new RangeError(
    `${run.name} and ${other.name} cannot be compared: ${path} is ${preview(of(run))} and ${preview(of(other))}`,
  )
}

type Setting = readonly [path: string, of: (run: Compared) => unknown]

/** Options of the world may differ, for training, where the very tasks of the measure are known to be the same. */
function settingsOf(measure: RunMeasure, run: Compared, other: Compared): readonly Setting[] {
  const name: Setting = ['environment.name', ({ config }) => config.environment.name]
  const options: Setting = ['environment.options', ({ config }) => config.environment.options]
  switch (measure.kind) {
    case 'success':
    case 'pass':
    case 'mean': {
      const answers: Setting = ['evaluation.answers', ({ config }) => config.evaluation.answers]
      const own = measure.kind === 'success' ? [] : [answers]
      const tasks: Setting = ['evaluation.tasks', ({ config }) => config.evaluation.tasks]
      const digest: Setting = [`digest of ${measure.split} tasks`, ({ heldOut }) => heldOut[measure.split]]
      const isKnown = [run, other].every(({ heldOut }) => heldOut[measure.split] !== undefined)
      return [...own, ...(isKnown ? [name, tasks, digest] : [name, options, tasks])]
    }
    case 'measure': {
      const probe: Setting = ['evaluation.probeTasks', ({ config }) => leavesOf(config).get('evaluation.probeTasks')]
      return describedMeasure(measure.id, run.measures).of === 'evaluation' ? [name, options, probe] : [name, options]
    }
    default:
      return unreachable(measure)
  }
}
