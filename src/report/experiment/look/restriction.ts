import type { ComparisonResult, MeasuredArm } from '../../../experiment/results/experiment-result.ts'

/** Whether runs of the two arms continue after the iteration that was compared. */
const soFar = ({ iteration, arm, against }: ComparisonResult, arms: readonly MeasuredArm[]): boolean =>
  iteration !== null &&
  arms.some(
    ({ name, runs }) => (name === arm || name === against) && runs.some(({ config }) => config.iterations > iteration),
  )

/** A verdict's restriction: of two runs, where their tasks were compared and not several seeds; so far, where runs continue. */
export const restriction = (comparison: ComparisonResult, arms: readonly MeasuredArm[]): string =>
  `${comparison.unit === 'tasks' ? ', of these runs' : ''}${soFar(comparison, arms) ? ', so far' : ''}`
