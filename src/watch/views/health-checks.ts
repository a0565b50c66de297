/** Health checks: the first things to look at, each with its bounds. Pure. */
import { healthLevel, type Measure } from '../../contracts/measure.ts'
import { quantile } from '../../math/statistics.ts'
import { describedMeasure } from '../../run/measures/describe.ts'
import { episodeMeasures } from '../../run/measures/episode-measures.ts'
import type { HealthCheck } from '../contract/overview.ts'
import type { RunSeries } from '../folder/run-series.ts'

/** Iterations that a health looks back over. */
const healthIterations = 10

/** A health for each quantity with bounds that the run measures, those of episodes first: its mean over the last iterations. @param own measures of its method. */
export function healthChecksOf(series: RunSeries, own: readonly Measure[]): readonly HealthCheck[] {
  const known = remembered.get(series)
  if (known?.rows === series.rows) return known.healthChecks
  const ofEpisodes = new Set(episodeMeasures.map(({ id }) => id))
  const first = (measure: string): number => (ofEpisodes.has(measure) ? 0 : 1)
  const measures = [...series.measures].sort((one, other) => first(one) - first(other))
  const healthChecks = measures.flatMap((measure): readonly HealthCheck[] => {
    const { health, of } = describedMeasure(measure, own)
    const column = series.column(measure)
    if (health === undefined || of === 'evaluation' || column === undefined) return []
    const now = meanOf(column.subarray(-healthIterations))
    const unit = health.relativeTo === undefined ? 1 : unitOf(column, health.relativeTo)
    const value = now === null || unit === null || unit === 0 ? null : now / unit
    return [{ measure, value, level: healthLevel(value, health) }]
  })
  remembered.set(series, { rows: series.rows, healthChecks })
  return healthChecks
}

/** Of runs that have not grown since. */
const remembered = new WeakMap<RunSeries, { readonly rows: number; readonly healthChecks: readonly HealthCheck[] }>()

function unitOf(column: Float32Array, relativeTo: 'median' | 'beginning'): number | null {
  const measured = column.filter(value => !Number.isNaN(value))
  if (measured.length === 0) return null
  if (relativeTo === 'beginning') return meanOf(measured.subarray(0, healthIterations))
  const step = Math.ceil(measured.length / maxSorted)
  return quantile([...measured.filter((_, index) => index % step === 0).sort()], 0.5)
}

/** Values that a median is of, evenly spaced; about. */
const maxSorted = 500

function meanOf(values: Float32Array): number | null {
  const measured = values.filter(value => !Number.isNaN(value))
  return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0) / measured.length
}
