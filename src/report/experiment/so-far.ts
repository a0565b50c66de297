import type { ComparisonResult, MeasuredArm } from '../../experiment/results/experiment-result.ts'

/** Whether runs of the two arms go on after the iteration that was compared. */
export const soFar = ({ iteration, arm, against }: ComparisonResult, arms: readonly MeasuredArm[]): boolean =>
  iteration !== null &&
  arms.some(
    ({ name, runs }) => (name === arm || name === against) && runs.some(({ config }) => config.iterations > iteration),
  )
