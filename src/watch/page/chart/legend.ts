import type { Curves } from '../../contract/curves.ts'
import type { MeasureFormat } from '../../../contracts/measure.ts'
import { element } from '../dom/element.ts'
import { formatted, placeText } from '../dom/formats.ts'
import { colourClass } from './look.ts'
import { readAt } from './read-at.ts'

/** Arms that are named; more of them would hide the chart. */
const maxNamed = 8

/** Arms with the values under the cursor, or the last ones. */
export function legend(curves: Curves, format: MeasureFormat, place: number | null): HTMLElement {
  const readings = curves.arms.slice(0, maxNamed).map(arm => readAt(arm, place))
  const rest = curves.arms.length - readings.length
  return element(
    'ul.legend',
    readings.map(({ arm, value, error, seeds, place: at }) =>
      element(
        'li',
        { class: colourClass(arm.index), title: at === null ? '' : `at ${placeText(at, curves.along)}` },
        `${arm.arm} `,
        element('b', formatted(value, format)),
        element(
          'span',
          error === null
            ? ''
            : ` ± ${formatted(error, format)} SE of ${seeds} ${curves.group === '' ? 'seeds' : 'runs'}`,
        ),
      ),
    ),
    rest > 0 ? element('li.more', `and ${rest} more`) : null,
  )
}
