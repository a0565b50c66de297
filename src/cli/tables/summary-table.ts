/** Before and after, as a table: the changes by the run. */
import type { Summary } from '../../run/events/events.ts'
import type { Measure } from '../../contracts/measure.ts'
import type { Success } from '../../contracts/metrics.ts'
import { measureDifference, summarised } from '../../run/measures/difference.ts'
import { successDifference } from '../../rollout/success-difference.ts'
import type { Difference } from '../../statistics/difference.ts'
import { differenceText, valueText } from './comparison/measure-text.ts'
import { shareError } from '../../math/wilson.ts'
import { percent } from './numbers.ts'
import { left, right, textTable } from '../../text/text-table.ts'

/** Success and measures of the method, before, after and their difference in points; ± is one standard error, of a difference from pairs. `null` if there are none. */
export function summaryTable(before: Summary, after: Summary, measures: readonly Measure[]): string | null {
  const successes = after.evaluations.map(success => {
    const earlier = before.evaluations.find(each => same(each, success))
    const name = `success, ${setting(success)}`
    return [
      name,
      earlier === undefined ? '–' : withError(earlier),
      withError(success),
      points(earlier === undefined ? null : successDifference(earlier, success)),
    ]
  })
  const others = summarised(measures)
    .filter(({ id }) => (before.measures[id] ?? after.measures[id] ?? null) !== null)
    .map(measure => measureRow(measure, before, after))
  const rows = [...successes, ...after.evaluations.flatMap(success => cutOffRow(before, success)), ...others]
  if (rows.length === 0) return null
  return textTable([left('%'), right('before'), right('after'), right('points')], rows)
}

/** Only where answers were cut off. */
function cutOffRow({ evaluations }: Summary, after: Success): readonly (readonly string[])[] {
  const before = evaluations.find(each => same(each, after))
  if ((before?.truncated ?? 0) + (after.truncated ?? 0) === 0) return []
  return [[`answers cut off, ${setting(after)}`, percent(before?.truncated, 1), percent(after.truncated, 1), '']]
}

const setting = ({ split, temperature }: Success): string =>
  `${split}, ${temperature === 0 ? 'greedy' : `T ${temperature}`}`

/** Counts of the run are 0 before it; percentages have differences in points. */
function measureRow({ id, title, format, of }: Measure, before: Summary, after: Summary): string[] {
  const isCounted = of === 'run'
  const [from, to] = [before.measures[id] ?? (isCounted ? 0 : null), after.measures[id] ?? null]
  const text = (value: number | null): string => (value === null ? '–' : valueText(value, null, format))
  const difference = isCounted ? null : measureDifference(id, before, after)
  const change = difference === null ? '–' : differenceText(difference.value, difference.error, format)
  return [title, text(from), text(to), isCounted ? '' : change]
}

/** A percentage and its standard error. */
export const withError = ({ rate, tasks }: Success): string =>
  `${percent(rate, 1)} ± ${percent(shareError(rate, tasks), 1)}`

const same = (a: Success, b: Success): boolean => a.split === b.split && a.temperature === b.temperature

/** Without an error where too few tasks were played both times. */
const points = (difference: Difference | null): string =>
  difference === null ? '–' : differenceText(difference.value, difference.error, 'percent')
