import { reasonOf } from '../../contracts/failure.ts'
import { compareRuns } from '../../experiment/results/compare-runs.ts'
import type { ComparisonResult } from '../../experiment/results/experiment-result.ts'
import type { ComparedArm, ComparedRuns } from '../contract/comparison.ts'

/**
 * The comparison that `rlanything compare` makes; its notes say why, if it cannot be made.
 *
 * @param directories of the runs.
 * @param against the arm that the others are compared with; `null` for that of the first run.
 */
export async function comparisonOf(directories: readonly string[], against: string | null): Promise<ComparedRuns> {
  try {
    const { arms, comparisons, notes } = await compareRuns(directories, against === null ? {} : { against })
    return { arms: arms.map(({ name }) => name), rows: comparisons.map(comparedArm), notes }
  } catch (error) {
    return { arms: [], rows: [], notes: [reasonOf(error)] }
  }
}

const comparedArm = (result: ComparisonResult): ComparedArm => ({
  arm: result.arm,
  against: result.against,
  measure: result.measure,
  iteration: result.iteration,
  over: result.unit === null ? '' : `${result.count} ${result.unit}`,
  mean: result.mean,
  error: result.error,
  low: result.interval?.low ?? null,
  high: result.interval?.high ?? null,
  level: result.level,
  p: result.p,
  adjusted: result.adjusted,
  verdict: result.verdict,
  test: result.test,
})
