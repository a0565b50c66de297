/** Before and after, as a table: what the run changed. */
import type { Summary } from '../../run/events/events.ts'
import type { JudgeMeasure } from '../../reward/presentation.ts'
import { judgeDifference } from '../../reward/judge-difference.ts'
import { judgePresentations } from '../../reward/kinds/presentations.ts'
import type { JudgeQuality, Success } from '../../contracts/metrics.ts'
import { successDifference } from '../../rollout/success-difference.ts'
import type { Difference } from '../../statistics/difference.ts'
import { differenceText } from './comparison/measure-text.ts'
import { decimal, percent } from './numbers.ts'
import { textTable } from '../../text/text-table.ts'

/** Success and the judge's measures, before, after and their difference in points; ± is one standard error, of a difference from pairs. */
export function summaryTable(before: Summary, after: Summary): string {
  const shown = after.probe === null ? null : judgePresentations[after.probe.kind]
  const successes = after.evaluations.map(success => {
    const earlier = before.evaluations.find(each => same(each, success))
    const name = `${shown?.success ?? 'success'}, ${setting(success)}`
    return [
      name,
      earlier === undefined ? '–' : withError(earlier),
      withError(success),
      points(earlier === undefined ? null : successDifference(earlier, success)),
    ]
  })
  const judge = (shown?.summary ?? []).map(measure => judgeRow(measure, before.probe, after.probe))
  const tasks = ['tasks accepted', String(before.accepted), String(after.accepted), '']
  return textTable(
    [
      { title: '%', align: 'left' },
      { title: 'before', align: 'right' },
      { title: 'after', align: 'right' },
      { title: 'points', align: 'right' },
    ],
    [...successes, ...after.evaluations.flatMap(success => cutOffRow(before, success)), ...judge, tasks],
  )
}

/** Only where answers were cut off. */
function cutOffRow({ evaluations }: Summary, after: Success): readonly (readonly string[])[] {
  const before = evaluations.find(each => same(each, after))
  if ((before?.truncated ?? 0) + (after.truncated ?? 0) === 0) return []
  return [[`answers cut off, ${setting(after)}`, percent(before?.truncated, 1), percent(after.truncated, 1), '']]
}

const setting = ({ split, temperature }: Success): string =>
  `${split}, ${temperature === 0 ? 'greedy' : `T ${temperature}`}`

/** Only of percentages is the difference in points. */
function judgeRow(measure: JudgeMeasure, before: JudgeQuality | null, after: JudgeQuality | null): string[] {
  const { name, format, value } = measure
  const [from, to] = [before && value(before), after && value(after)]
  return format === 'percent'
    ? [`reward model, ${name}`, percent(from, 1), percent(to, 1), points(judgeDifference(measure, before, after))]
    : [name, decimal(from), decimal(to), '']
}

/** Of a share of `count`: √(p (1 − p) / n). */
export const rateError = (share: number, count: number): number => Math.sqrt((share * (1 - share)) / count)

/** A percentage and its standard error. */
export const withError = ({ rate, tasks }: Success): string =>
  `${percent(rate, 1)} ± ${percent(rateError(rate, tasks), 1)}`

const same = (a: Success, b: Success): boolean => a.split === b.split && a.temperature === b.temperature

/** Without an error where pairs were not kept: in a measurement of an older version. */
const points = (difference: Difference | null): string =>
  difference === null ? '–' : differenceText(difference.value, difference.error, 'percent')
