/** Progress of a run: one line an iteration, under one title line. */
import type { IterationMetrics } from '../training/metrics.ts'
import { clock, compact, decimal, percent } from './numbers.ts'

const columns: readonly (readonly [title: string, width: number, cell: (progress: Progress) => string])[] = [
  ['iter', 5, ({ metrics }) => String(metrics.iteration)],
  ['train', 5, ({ metrics }) => percent(metrics.success)],
  ['seen', 4, ({ metrics }) => percent(evaluated(metrics, 'seen'))],
  ['unseen', 6, ({ metrics }) => percent(evaluated(metrics, 'unseen'))],
  ['judge', 5, ({ metrics }) => percent(metrics.judge.processBalanced ?? metrics.judge.process)],
  ['outcome', 7, ({ metrics }) => percent(metrics.judge.outcome)],
  ['p₊', 4, ({ metrics }) => decimal(metrics.judge.pPlus)],
  ['p₋', 4, ({ metrics }) => decimal(metrics.judge.pMinus)],
  ['μ', 4, ({ metrics }) => decimal(metrics.judge.mu)],
  ['tasks', 5, ({ metrics }) => `+${metrics.adaptation.acceptedHarder + metrics.adaptation.acceptedEasier}`],
  ['steps/s', 7, ({ metrics }) => compact(metrics.time.stepsPerSecond)],
  ['tokens/s', 8, ({ metrics }) => compact(metrics.time.tokensPerSecond)],
  ['left', 5, ({ remainingMs }) => clock(remainingMs)],
]

export interface Progress {
  readonly metrics: IterationMetrics
  readonly remainingMs: number | null
}

/** Names the columns; shares are percentages. `judge` is the process accuracy of the votes, balanced over classes. */
export const progressTitle = (): string => columns.map(([title, width]) => title.padStart(width)).join(' ')

export const progressLine = (progress: Progress): string =>
  columns.map(([, width, cell]) => cell(progress).padStart(width)).join(' ')

/** Success of the first temperature that this split was evaluated at; later ones are in the metrics and the report. */
const evaluated = ({ evaluations }: IterationMetrics, split: string): number | undefined =>
  evaluations.find(each => each.split === split)?.rate
