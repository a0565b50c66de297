/** The measurements of a run, from its lines. Pure. */
import type { RunConfig } from '../../config/config.ts'
import {
  acceptedTasks,
  trainingMs,
  type IterationMetrics,
  type JudgeQuality,
  type Success,
} from '../../contracts/metrics.ts'
import { unreachable } from '../../contracts/unreachable.ts'
import { lookUp } from '../../math/look-up.ts'
import { mean } from '../../math/statistics.ts'
import type { RunSummary } from '../../run/directory/records/run-summary.ts'
import { judgeFields, trainFields } from './measure-fields.ts'
import { parseMeasure, type RunMeasure } from './measure.ts'
import type { MeasuredPoint } from './measured-run.ts'

interface MeasuredLines {
  readonly config: Pick<RunConfig, 'iterations'>
  /** `null` until the first measurement is written. */
  readonly summary: RunSummary | null
  /** In order. */
  readonly metrics: readonly IterationMetrics[]
}

/**
 * @param measures as `parseMeasure` takes them; points hold each by its text.
 * @returns ascending by iteration, the one before training first.
 * @throws {RangeError} for a text that is no measure.
 */
export function measuredPoints(
  { config, summary, metrics }: MeasuredLines,
  measures: readonly string[],
): readonly MeasuredPoint[] {
  const parsed = measures.map(text => ({ text, measure: parseMeasure(text) }))
  const valuesOf = (measurement: Measurement): Pick<MeasuredPoint, 'values' | 'wins'> => ({
    values: Object.fromEntries(parsed.map(({ text, measure }) => [text, valueOf(measure, measurement)])),
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
    if (!isMeasurement(line) && line.iteration !== config.iterations) continue
    const { iteration, evaluations, probe, adaptation } = line
    const measurement = { evaluations, probe, accepted: acceptedTasks(adaptation), lines }
    points.push({ iteration, ...spent, ...valuesOf(measurement) })
    lines = []
  }
  return points
}

interface Measurement {
  readonly evaluations: readonly Success[]
  readonly probe: JudgeQuality | null
  readonly accepted: number
  /** Of the iterations since the measurement before. */
  readonly lines: readonly IterationMetrics[]
}

function valueOf(measure: RunMeasure, measurement: Measurement): number | null {
  switch (measure.kind) {
    case 'success': {
      const found = successOf(measure, measurement)
      return found === undefined || found.tasks === 0 ? null : found.rate
    }
    case 'judge':
      return measurement.probe === null ? null : lookUp(judgeFields, measure.field).value(measurement.probe)
    case 'train':
      return meanOf(measurement.lines, lookUp(trainFields, measure.field).value)
    case 'own':
      return meanOf(measurement.lines, ({ own }) => own?.[measure.name] ?? null)
    case 'accepted':
      return measurement.accepted
    default:
      return unreachable(measure)
  }
}

/** Over the lines that have it; `null` if none has. */
function meanOf(lines: readonly IterationMetrics[], value: (line: IterationMetrics) => number | null): number | null {
  const values = lines.map(value).filter(each => each !== null)
  return values.length === 0 ? null : mean(values)
}

const winsOf = (measure: RunMeasure, measurement: Measurement): string | null =>
  measure.kind === 'success' ? (successOf(measure, measurement)?.wins ?? null) : null

const successOf = (
  { split, temperature }: Extract<RunMeasure, { kind: 'success' }>,
  { evaluations }: Measurement,
): Success | undefined => evaluations.find(each => each.split === split && each.temperature === temperature)

const isMeasurement = ({ evaluations, probe }: IterationMetrics): boolean => evaluations.length > 0 || probe !== null
