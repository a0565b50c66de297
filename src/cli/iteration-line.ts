/** Progress of a run: one line an iteration, under one title line. */
import type { Summary } from '../training/events.ts'
import type { IterationMetrics, JudgeQuality, Success } from '../training/metrics.ts'
import { clock, compact, decimal, percent } from './numbers.ts'

export interface Progress {
  readonly metrics: IterationMetrics
  readonly remainingMs: number | null
}

const columns = [
  ['iter', 5],
  ['train', 5],
  ['seen', 4],
  ['unseen', 6],
  ['judge', 5],
  ['outcome', 7],
  ['p₊', 4],
  ['p₋', 4],
  ['μ', 4],
  ['tasks', 5],
  ['steps/s', 7],
  ['tokens/s', 8],
  ['left', 5],
] as const

/** By column title; what is left out stays blank. */
type Cells = Readonly<Partial<Record<(typeof columns)[number][0], string>>>

/** Names the columns; shares are percentages. `judge` is the process accuracy of the votes, balanced over classes. */
export const progressTitle = (): string => columns.map(([title, width]) => title.padStart(width)).join(' ')

export const progressLine = ({ metrics, remainingMs }: Progress): string =>
  line({
    iter: String(metrics.iteration),
    train: percent(metrics.success),
    ...measured(metrics.evaluations, metrics.judge),
    tasks: `+${metrics.adaptation.acceptedHarder + metrics.adaptation.acceptedEasier}`,
    'steps/s': compact(metrics.time.stepsPerSecond),
    'tokens/s': compact(metrics.time.tokensPerSecond),
    left: clock(remainingMs),
  })

/** What a run starts from, as the line before its first; of the judge the probe episodes. */
export const startLine = ({ iteration, evaluations, probe }: Summary): string =>
  line({ iter: String(iteration), ...measured(evaluations, probe) })

const measured = (evaluations: readonly Success[], judge: JudgeQuality | null): Cells => ({
  seen: percent(evaluated(evaluations, 'seen')),
  unseen: percent(evaluated(evaluations, 'unseen')),
  judge: percent(judge?.processBalanced ?? judge?.process),
  outcome: percent(judge?.outcome),
  'p₊': decimal(judge?.pPlus),
  'p₋': decimal(judge?.pMinus),
  μ: decimal(judge?.mu),
})

const line = (cells: Cells): string =>
  columns
    .map(([title, width]) => (cells[title] ?? '').padStart(width))
    .join(' ')
    .trimEnd()

/** Success of the first temperature that this split was evaluated at; later ones are in the metrics and the report. */
const evaluated = (evaluations: readonly Success[], split: string): number | undefined =>
  evaluations.find(each => each.split === split)?.rate
