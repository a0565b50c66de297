/** A chart's data as a table. */
import type { ArmCurve, Curves } from '../../contract/curves.ts'
import type { MeasureFormat } from '../../../contracts/measure.ts'
import { element } from '../dom/element.ts'
import { alongNames, formatted, shortNumber } from '../dom/formats.ts'
import { numberTitle, numberCell, row, scrolled, table, title } from '../dom/table.ts'
import { measuredPlaces } from './places-of.ts'
import { readAt } from './read-at.ts'

/** Rows at most, evenly spaced, the first and last place among them. */
const maxRows = 25

export function chartTable(curves: Curves, format: MeasureFormat, about: string): HTMLElement {
  const places = measuredPlaces(curves)
  const count = Math.min(maxRows, places.length)
  const shown = Array.from(
    { length: count },
    (_, row) => places[Math.round((row * (places.length - 1)) / Math.max(1, count - 1))] ?? 0,
  )
  return scrolled(
    table({
      caption: element('caption.unseen', `${about}: means, with their standard errors where there are several seeds`),
      titles: [
        title(alongNames[curves.along]),
        ...curves.arms.map(curve => numberTitle(`${curve.arm}${runsText(curve)}`)),
      ],
      rows: shown.map((place, index) => {
        const around = [shown[index - 1], shown[index + 1]].flatMap(other => other ?? [])
        /* Of an arm that has no value nearer to this row than to the next one there is none in it. */
        const reach = Math.min(...around.map(other => Math.abs(other - place) / 2))
        return row(
          shortNumber(place, 6),
          curves.arms.map(arm => {
            const { place: at, value, error } = readAt(arm, place)
            if (at === null || Math.abs(at - place) > reach) return numberCell('–')
            return numberCell(`${formatted(value, format)}${error === null ? '' : ` ± ${formatted(error, format)}`}`)
          }),
        )
      }),
    }),
  )
}

/** How many runs there are, and how many without copies. */
const runsText = ({ runs, seeds }: ArmCurve): string => {
  if (runs.length === 1) return ''
  return runs.length === seeds
    ? ` (${seeds} seeds)`
    : ` (${runs.length} runs, ${seeds} ${seeds === 1 ? 'seed' : 'seeds'})`
}
