/** The measurements of a run, from its lines. Pure. */
import type { RunConfig } from '../../config/config.ts'
import type { Measure } from '../../contracts/measure.ts'
import { trainingMs, type Evaluated, type IterationMetrics, type Success } from '../../contracts/metrics.ts'
import { mean } from '../../math/statistics.ts'
import { describedMeasure } from '../../run/measures/describe.ts'
import { lineValue } from '../../run/measures/line-value.ts'
import type { RunSummary } from '../../run/directory/records/run-summary.ts'
import { parseMeasure, type RunMeasure } from './measure.ts'
import type { MeasuredPoint } from './measured-run.ts'

interface MeasuredLines {
  readonly config: Pick<RunConfig, 'iterations'>
  /** `null` until the first measurement is written. */
  readonly summary: RunSummary | null
  /** In order. */
  readonly metrics: readonly IterationMetrics[]
  /** Of its method. */
  readonly measures: readonly Measure[]
}

/**
 * @param measures as `parseMeasure` takes them; points hold each by its text.
 * @returns ascending by iteration, the one before training first.
 * @throws {RangeError} for a text that is no measure.
 */
export function measuredPoints(
  { config, summary, metrics, measures: own }: MeasuredLines,
  measures: readonly string[],
): readonly MeasuredPoint[] {
  const parsed = measures.map(text => ({ text, measure: parseMeasure(text) }))
  const valuesOf = (measurement: Measurement): Pick<MeasuredPoint, 'values' | 'wins'> => ({
    values: Object.fromEntries(parsed.map(({ text, measure }) => [text, valueOf(measure, measurement, own)])),
    wins: Object.fromEntries(parsed.map(({ text, measure }) => [text, winsOf(measure, measurement)])),
  })
  const spent = { episodes: 0, tokens: 0, seconds: 0 }
  const points: MeasuredPoint[] =
    summary === null ? [] : [{ iteration: 0, ...spent, ...valuesOf({ ...summary.before, lines: [] }) }]
  let lines: IterationMetrics[] = []
  for (const line of metrics) {
    lines.push(line)
    const seconds = trainingMs(line.time) / 1000
    spent.episodes += line.episodes
    spent.tokens += line.speed.tokensPerSecond * seconds
    spent.seconds += seconds
    if (!isMeasurement(line, own) && line.iteration !== config.iterations) continue
    points.push({ iteration: line.iteration, ...spent, ...valuesOf({ ...line, lines }) })
    lines = []
  }
  return points
}

interface Measurement extends Evaluated {
  /** Of the iterations since the measurement before; none before the first. */
  readonly lines: readonly IterationMetrics[]
}

function valueOf(measure: RunMeasure, measurement: Measurement, own: readonly Measure[]): number | null {
  if (measure.kind !== 'measure') {
    const found = evaluationOf(measure, measurement)
    if (measure.kind === 'pass') return found?.pass?.rate ?? null
    if (measure.kind === 'mean') return found?.pass?.mean ?? null
    return found === undefined || found.tasks === 0 ? null : found.rate
  }
  const { id } = measure
  const { lines, measures } = measurement
  const { of } = describedMeasure(id, own)
  const last = lines.at(-1)
  if (last === undefined) return measures[id] ?? (of === 'run' ? 0 : null)
  if (of !== undefined) return lineValue(last, id)
  const values = lines.map(line => lineValue(line, id)).filter(each => each !== null)
  return values.length === 0 ? null : mean(values)
}

const winsOf = (measure: RunMeasure, measurement: Measurement): string | null =>
  measure.kind === 'success' ? (evaluationOf(measure, measurement)?.wins ?? null) : null

const evaluationOf = (
  { split, temperature }: Exclude<RunMeasure, { kind: 'measure' }>,
  { evaluations }: Measurement,
): Success | undefined => evaluations.find(each => each.split === split && each.temperature === temperature)

/** @param own of its method. */
const isMeasurement = ({ evaluations, ratios, measures }: Evaluated, own: readonly Measure[]): boolean =>
  evaluations.length > 0 ||
  ratios !== undefined ||
  own.some(({ id, of }) => of === 'evaluation' && Object.hasOwn(measures, id))
