/** All curves of a measure, ready to be drawn. Pure. */
import type { AlongKind, ArmCurve, Curves, CurveLine } from '../contract/curves.ts'
import type { RunSeries } from '../folder/run-series.ts'
import { meanLine } from './mean-line.ts'
import { pointsOf, withinRange, type Points } from './points.ts'
import { segmentsOf } from '../../report/chart/segments.ts'
import { groupBy } from '../../math/group-by.ts'
import { smoothed } from '../../report/chart/smooth.ts'
import { thinned } from './thin.ts'

interface DrawnRun {
  readonly id: string
  readonly seed: number | null
  /** The same for runs of equal settings and seed: they are one run, made more than once. */
  readonly copyOf: string
  readonly series: RunSeries
  readonly isPartial: boolean
}

export interface DrawnArm {
  readonly name: string
  readonly index: number
  readonly runs: readonly DrawnRun[]
}

interface CurveOptions {
  readonly measure: string
  readonly along: AlongKind
  /** Points that a value is smoothed over, odd; 1 is none. */
  readonly window: number
  /** The setting by which the arms were joined; empty if they were not. */
  readonly group: string
  /** The part of the axis that is drawn; `null` is to its end. */
  readonly from: number | null
  readonly to: number | null
}

/** Points of all runs of a chart together, about. */
const maxPoints = 24_000
/** Columns of a chart at most: as wide as it is drawn. */
const maxColumns = 400

export function curvesOf(arms: readonly DrawnArm[], options: CurveOptions): Curves {
  const { measure, along, window, group } = options
  const runs = arms.flatMap(arm => arm.runs)
  const columns = Math.max(16, Math.min(maxColumns, Math.floor(maxPoints / 4 / Math.max(1, runs.length))))
  const drawn = arms.map(arm => armCurve(arm, { ...options, columns }))
  const ends = drawn.flatMap(({ ends: own }) => own)
  return {
    measure,
    along,
    window,
    group,
    arms: drawn.map(({ curve }) => curve).filter(curve => curve.runs.length > 0),
    range: ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)],
    partial: runs.some(({ isPartial }) => isPartial),
  }
}

function armCurve(
  { name, index, runs }: DrawnArm,
  { measure, along, window, from, to, columns }: CurveOptions & { readonly columns: number },
): { readonly curve: ArmCurve; readonly ends: readonly number[] } {
  const measured = runs
    .map(run => {
      const points = pointsOf(run.series, measure, along)
      return { ...run, points, holes: along === 'iteration' ? segmentsOf(points.x) : holesOf(run.series, measure) }
    })
    .filter(({ points }) => points.x.length > 0)
  const parts = measured.map(({ id, seed, copyOf, points, holes }) => {
    const shownPoints = window === 1 ? points : { x: points.x, y: smoothed(points.y, holes, window) }
    const starts = new Set(holes.slice(1).map(([start]) => points.x[start] ?? 0))
    return { id, seed, copyOf, raw: cut(points, from, to), shown: cut(shownPoints, from, to), starts }
  })
  const isShared = along === 'iteration'
  /* A copy is no further evidence; the longest represents all. */
  const seeds = [...groupBy(parts, ({ copyOf }) => copyOf).values()].map(copies =>
    copies.reduce((best, each) => (each.shown.x.length > best.shown.x.length ? each : best)),
  )
  return {
    curve: {
      arm: name,
      index,
      runs: parts.map(({ id, seed, shown, starts }) => ({ run: id, seed, line: lineOf(shown, columns, starts) })),
      seeds: seeds.length,
      mean: meanLine(
        seeds.map(({ shown }) => shown),
        isShared,
      ),
      raw:
        window === 1
          ? null
          : pointsOnly(
              meanLine(
                seeds.map(({ raw }) => raw),
                isShared,
              ),
            ),
    },
    ends: measured.flatMap(({ points: { x } }) => [x[0] ?? 0, x[x.length - 1] ?? 0]),
  }
}

const cut = (points: Points, from: number | null, to: number | null): Points =>
  withinRange(points, from ?? -Infinity, to ?? Infinity)

const holesOf = (series: RunSeries, measure: string) => segmentsOf(pointsOf(series, measure, 'iteration').x)

const pointsOnly = ({ x, y }: CurveLine): CurveLine => ({ x, y })

/** @param starts places at which a line begins anew. */
function lineOf({ x, y }: Points, columns: number, starts: ReadonlySet<number>): CurveLine {
  const line: { x: number[]; y: (number | null)[] } = { x: [], y: [] }
  for (const index of thinned(x, y, columns)) {
    const place = x[index] ?? 0
    if (starts.has(place)) {
      line.x.push(place)
      line.y.push(null)
    }
    line.x.push(place)
    line.y.push(Number((y[index] ?? 0).toPrecision(6)))
  }
  return line
}
