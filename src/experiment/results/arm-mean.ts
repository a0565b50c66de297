import { estimateMean, type MeanEstimate } from '../../statistics/mean-estimate.ts'
import type { MeasuredArm } from './experiment-result.ts'

/** An arm's mean of one measure. */
interface ArmMean extends MeanEstimate {
  readonly iteration: number
}

/**
 * Mean over the seeds of an arm that have been measured at an iteration.
 *
 * @param iteration `null` is the last at which any of them has been measured.
 * @returns `null` where none has been.
 */
export function armMean({ runs }: MeasuredArm, measure: string, iteration: number | null): ArmMean | null {
  const points = runs.flatMap(run => run.points).filter(point => (point.values[measure] ?? null) !== null)
  const at = iteration ?? Math.max(...points.map(point => point.iteration))
  const values = points.flatMap(point => (point.iteration === at ? [point.values[measure] ?? null] : []))
  const measured = values.filter(value => value !== null)
  return measured.length === 0 ? null : { iteration: at, ...estimateMean(measured) }
}
