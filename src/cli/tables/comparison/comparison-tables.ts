/** The comparisons of an experiment, as tables: one a measure. */
import type { ComparisonResult, ExperimentResult } from '../../../experiment/results/experiment-result.ts'
import type { MeasureFormat } from '../../../contracts/measure.ts'
import { isClear } from '../../../statistics/difference.ts'
import { left, right, textTable } from '../../../text/text-table.ts'
import { visible } from '../../../text/visible.ts'
import type { Paint } from '../../terminal/paint.ts'
import { chanceText, differenceText, intervalText, valueText } from './measure-text.ts'

/** Each with its error, interval, p values and verdict; coloured where it is beyond two standard errors. */
export function comparisonTables({ comparisons, intervals, described }: ExperimentResult, paint: Paint): string {
  const [some] = comparisons
  if (some === undefined) return ''
  const measures = [...new Set(comparisons.map(({ measure }) => measure))]
  const tables = measures.map(measure =>
    tableOf(
      measure,
      described[measure]?.format ?? 'decimal',
      comparisons.filter(each => each.measure === measure),
      paint,
    ),
  )
  return [...tables, notesOn(comparisons, intervals, some.level)].join('\n\n')
}

function tableOf(
  measure: string,
  format: MeasureFormat,
  comparisons: readonly ComparisonResult[],
  paint: Paint,
): string {
  const columns = [
    left(visible(format === 'percent' ? `${measure}, points` : measure)),
    ...['after', 'pairs', 'difference', 'interval', 'p', 'p, Holm'].map(right),
    left(''),
  ]
  return textTable(
    columns,
    comparisons.map(each => [
      visible(`${each.arm} − ${each.against}${marginText(each, format)}`),
      each.iteration === null ? '–' : String(each.iteration),
      pairsText(each),
      difference(each, format, paint),
      intervalText(each.interval, format),
      chanceText(each.p),
      chanceText(each.adjusted),
      verdictText(each),
    ]),
  )
}

const marginText = ({ margin = 0 }: ComparisonResult, format: MeasureFormat): string =>
  margin === 0 ? '' : `, margin ${valueText(margin, null, format)}`

const pairsText = ({ unit, count }: ComparisonResult): string =>
  unit === null ? '–' : `${count} ${count === 1 ? unit.slice(0, -1) : unit}`

const verdictText = ({ verdict, unit }: ComparisonResult): string =>
  unit === 'tasks' && verdict !== 'inconclusive' ? `${verdict}, of these runs` : verdict

function difference({ mean, error, p }: ComparisonResult, format: MeasureFormat, paint: Paint): string {
  if (mean === null) return '–'
  const text = differenceText(mean, error, format)
  if (p === null || !isClear({ value: mean, error })) return text
  return paint(text, mean > 0 ? 'better' : 'worse')
}

function notesOn(
  comparisons: readonly ComparisonResult[],
  intervals: ExperimentResult['intervals'],
  level: number,
): string {
  const percent = Number((level * 100).toFixed(3))
  const chance = Number((1 - level).toFixed(5))
  const method = intervals === 't' ? "Student's t" : 'percentiles of a bootstrap of the pairs'
  const untested = comparisons.filter(({ p }) => p === null)
  return [
    `± is one standard error of the mean over pairs; intervals hold ${percent} %, by ${method}.`,
    `p is that of a paired t test, two-sided; by Holm it is corrected for ${comparisons.length === 1 ? 'one comparison' : `${comparisons.length} comparisons`}. Shown: below ${chance}.`,
    ...(comparisons.some(({ unit }) => unit === 'tasks') ? [tasksNote] : []),
    ...untested.map(({ arm, against, measure, test }) => visible(`${arm} − ${against}, ${measure}: ${test}.`)),
  ].join('\n')
}

const tasksNote =
  'Where there is one seed a side, pairs are its held-out tasks: that compares these two runs, not their settings, and another seed may differ.'
