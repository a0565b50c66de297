/** An arm's curve: the mean over its seeds with a band, and each seed behind it. */
import type { MeasuredRun } from '../../../experiment/results/measured-run.ts'
import { curveBand, type CurvePoint, type MeanCurvePoint } from '../../../statistics/curve-band.ts'
import type { Series } from '../../chart/series.ts'
import type { Scaled } from './along.ts'
import type { ArmLook } from './arm-look.ts'

/**
 * Solid as far as all seeds of the arm have come, dotted beyond; the band is one standard error on either side.
 *
 * @returns nothing for an arm of which nothing was measured.
 */
export function armSeries(arm: ArmLook, measure: string, axis: Pick<Scaled, 'of'>): readonly Series[] {
  const { name, colour, group } = arm
  const curves = arm.runs.map(run => curveOf(run, measure, axis)).filter(curve => curve.length > 0)
  const means = curveBand(curves)
  if (means.length === 0) return []
  const common = means.slice(0, wholePart(means, curves.length))
  const seeds = curves.length < 2 ? [] : curves
  const partial = common.length < means.length
  return [
    ...seeds.map((points): Series => ({ name, colour, group, look: 'ghost', points: points.map(drawn) })),
    ...(partial ? [{ name, colour, group, look: 'dotted', points: means.map(middle), labelled: true } as const] : []),
    { name, colour, group, look: 'dots', points: common.map(middle), band: common.flatMap(edges), labelled: !partial },
  ]
}

/** Mean over the seeds at their last common place, with the places and seeds it is of; `null` where nothing was measured. */
export function lastMean(arm: ArmLook, measure: string): MeanCurvePoint | null {
  const curves = arm.runs.map(run => curveOf(run, measure, iterations)).filter(curve => curve.length > 0)
  const means = curveBand(curves)
  return means.findLast(({ count }) => count === curves.length) ?? means.at(-1) ?? null
}

/** Mean over the seeds at each iteration, ascending. */
export const meansOf = (arm: ArmLook, measure: string): readonly MeanCurvePoint[] =>
  curveBand(arm.runs.map(run => curveOf(run, measure, iterations)))

const iterations: Pick<Scaled, 'of'> = { of: point => point.iteration }

type Measured = CurvePoint & { readonly y: number }

const curveOf = ({ points }: MeasuredRun, measure: string, { of }: Pick<Scaled, 'of'>): readonly Measured[] =>
  points.flatMap(point => {
    const y = point.values[measure] ?? null
    return y === null ? [] : [{ at: point.iteration, x: of(point), y }]
  })

/** Length of the beginning that all curves share. */
function wholePart(means: readonly MeanCurvePoint[], curves: number): number {
  const end = means.findIndex(({ count }) => count < curves)
  return end < 0 ? means.length : end
}

const drawn = ({ x, y }: Measured) => ({ x, y })
const middle = ({ x, mean }: MeanCurvePoint) => ({ x, y: mean })
const edges = ({ x, mean, error }: MeanCurvePoint) =>
  error === null ? [] : [{ x, low: mean - error, high: mean + error }]
