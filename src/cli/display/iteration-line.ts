/** Progress of a run: one line an iteration, under one title line. */
import type { Summary } from '../../run/events/events.ts'
import type { JudgeKind } from '../../reward/presentation.ts'
import { judgePresentations } from '../../reward/kinds/presentations.ts'
import { acceptedTasks, type IterationMetrics, type JudgeQuality, type Success } from '../../contracts/metrics.ts'
import { clock, compact, decimal, percent } from '../tables/numbers.ts'

interface ProgressLine {
  readonly metrics: IterationMetrics
  readonly remainingMs: number | null
}

export interface ProgressTable {
  /** Names the columns; shares are percentages. */
  readonly title: string
  readonly line: (progress: ProgressLine) => string
  /** The line before the first iteration: the starting point of the run, with the judge's quality on the fixed episodes. */
  readonly startLine: (start: Summary) => string
}

/** @param kind what the judge of the run writes; `null` where there is none, and tasks stay as they are. */
export function progressTable(kind: JudgeKind | null): ProgressTable {
  const judgeColumns = kind === null ? [] : judgePresentations[kind].columns
  const columns: readonly (readonly [string, number])[] = [
    ...before,
    ...judgeColumns.map(({ title }) => [title, Math.max(4, title.length)] as const),
    ...(kind === null ? after.filter(([title]) => title !== 'tasks') : after),
  ]
  const line = (cells: Cells): string =>
    columns
      .map(([title, width]) => (cells[title] ?? '').padStart(width))
      .join(' ')
      .trimEnd()
  const measured = (evaluations: readonly Success[], judge: JudgeQuality | null): Cells => ({
    seen: percent(evaluated(evaluations, 'seen')),
    unseen: percent(evaluated(evaluations, 'unseen')),
    ...Object.fromEntries(
      judgeColumns.map(({ title, measure: { format, value } }) => [title, formats[format](judge && value(judge))]),
    ),
  })
  return {
    title: columns.map(([title, width]) => title.padStart(width)).join(' '),
    line: ({ metrics, remainingMs }) =>
      line({
        iter: String(metrics.iteration),
        train: percent(metrics.success),
        ...measured(metrics.evaluations, metrics.judge),
        ...(metrics.adaptation === null ? {} : { tasks: `+${acceptedTasks(metrics.adaptation)}` }),
        'steps/s': compact(metrics.speed.stepsPerSecond),
        'tokens/s': compact(metrics.speed.tokensPerSecond),
        left: clock(remainingMs),
      }),
    startLine: ({ iteration, evaluations, probe }) =>
      line({ iter: String(iteration), ...measured(evaluations, probe) }),
  }
}

/** Titles and widths of what every run shows, on both sides of the judge. */
const before = [
  ['iter', 5],
  ['train', 5],
  ['seen', 4],
  ['unseen', 6],
] as const
const after = [
  ['tasks', 5],
  ['steps/s', 7],
  ['tokens/s', 8],
  ['left', 5],
] as const

/** By column title; what is left out stays blank. */
type Cells = Readonly<Record<string, string>>

const formats = { percent, decimal } as const

/** Success of the first temperature that this split was evaluated at; later ones are in the metrics and the report. */
const evaluated = (evaluations: readonly Success[], split: string): number | undefined =>
  evaluations.find(each => each.split === split)?.rate
