/** Lines over iterations as a figure with its legend. */
import { html, type Html } from '../../text/html.ts'
import { extentOf } from './axis.ts'
import { chartNumbers } from './chart-numbers.ts'
import { heights, plot, type AxisKind, type Plot } from './plot.ts'
import type { Series } from './series.ts'

interface LineChart extends Omit<Plot, 'size' | 'along' | 'axis'> {
  /** One sentence under the title: the drawn quantity and its unit. */
  readonly note: string
}

/** A note alone where there is nothing to draw. */
export function lineChart({ note, series, ...rest }: LineChart): Html {
  const drawn = series.filter(({ points }) => points.length > 0)
  if (drawn.length === 0)
    return html`<figure>
      <h3>${rest.title}</h3>
      <p class="note">nothing measured</p>
    </figure>`
  return html`<figure>
    <h3>${rest.title}</h3>
    <p class="note">${note}</p>
    <ul class="legend">
      ${drawn.map(each => legend(each, rest.precise ?? rest.format))}
    </ul>
    ${axesFor(drawn).map(axis => plot({ ...rest, series: drawn, axis }))}
    <p class="save">
      <a href="${chartNumbers('iteration', drawn)}" download="${fileName(rest.title)}">numbers as CSV</a>
    </p>
  </figure>`
}

/** Values that span more than this tell more on a logarithmic axis. */
const wideSpan = 10

/** Both kinds where a logarithmic one may tell more: the page shows the one that its reader has chosen. */
function axesFor(series: readonly Series[]): readonly AxisKind[] {
  const [least, greatest] = extentOf(series.flatMap(heights))
  return least > 0 && greatest / least >= wideSpan ? ['linear', 'log'] : ['linear']
}

const fileName = (title: string): string => `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`

/** The name with the last value. */
const legend = ({ name, colour, points, look = 'line' }: Series, format: (y: number) => string): Html =>
  html`<li class="c${colour} ${look}"><span>${name}</span> <b>${format(points.at(-1)?.y ?? 0)}</b></li>`
