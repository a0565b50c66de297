/** Progress of a run: one line an iteration, under one title line. */
import type { Summary } from '../../run/events/events.ts'
import type { Measure, MeasuredValues } from '../../contracts/measure.ts'
import type { IterationMetrics, Success } from '../../contracts/metrics.ts'
import { clock, compact, decimal, percent } from '../tables/numbers.ts'

interface ProgressLine {
  readonly metrics: IterationMetrics
  readonly remainingMs: number | null
}

export interface ProgressTable {
  /** Names the columns; shares are percentages. */
  readonly title: string
  readonly line: (progress: ProgressLine) => string
  /** The line before the first iteration: the starting point of the run, measured on fixed tasks. */
  readonly startLine: (start: Summary) => string
}

/** @param measures of the method of the run. */
export function progressTable(measures: readonly Measure[]): ProgressTable {
  const own = [...new Set(measures.flatMap(({ column = [] }) => column))]
  const columns = [...before, ...own.map((title): Column => [title, Math.max(4, title.length)]), ...after]
  const line = (cells: Cells): string =>
    columns
      .map(([title, width]) => (cells[title] ?? '').padStart(width))
      .join(' ')
      .trimEnd()
  const measured = (evaluations: readonly Success[], values: MeasuredValues, shown: readonly Measure[]): Cells => ({
    seen: percent(evaluated(evaluations, 'seen')),
    unseen: percent(evaluated(evaluations, 'unseen')),
    ...Object.fromEntries(
      own.map(title => [
        title,
        cellOf(
          shown.filter(({ column }) => column === title),
          values,
        ),
      ]),
    ),
  })
  return {
    title: columns.map(([title, width]) => title.padStart(width)).join(' '),
    line: ({ metrics, remainingMs }) =>
      line({
        iter: String(metrics.iteration),
        train: percent(metrics.episodes === 0 ? undefined : metrics.success),
        ...measured(
          metrics.evaluations,
          metrics.measures,
          measures.filter(({ of }) => of !== 'evaluation'),
        ),
        'steps/s': compact(metrics.speed.stepsPerSecond),
        'tokens/s': compact(metrics.speed.tokensPerSecond),
        left: clock(remainingMs),
      }),
    startLine: ({ iteration, evaluations, measures: values }) =>
      line({
        iter: String(iteration),
        ...measured(
          evaluations,
          values,
          measures.filter(({ of }) => of !== 'run'),
        ),
      }),
  }
}

type Column = readonly [title: string, width: number]

/** What every run shows, on both sides of what its method measures. */
const before: readonly Column[] = [
  ['iter', 5],
  ['train', 5],
  ['seen', 4],
  ['unseen', 6],
]
const after: readonly Column[] = [
  ['steps/s', 7],
  ['tokens/s', 8],
  ['left', 5],
]

/** By column title; missing ones stay blank. */
type Cells = Readonly<Record<string, string>>

/** The first value that there is; blank where nothing of this kind is measured at all. */
function cellOf(measures: readonly Measure[], values: MeasuredValues): string {
  const [first] = measures
  if (first === undefined) return ''
  const value = measures.map(({ id }) => values[id] ?? null).find(each => each !== null)
  if (value === undefined || first.format === 'percent') return percent(value)
  return first.format === 'decimal' ? decimal(value) : `${first.of === 'run' ? '+' : ''}${value}`
}

/** Success of the first temperature that this split was evaluated at; later ones are in the metrics and the report. */
const evaluated = (evaluations: readonly Success[], split: string): number | undefined =>
  evaluations.find(each => each.split === split)?.rate
