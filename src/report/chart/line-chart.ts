/** Lines over iterations as SVG; its colours are the page's, so that it follows dark mode. */
import { axisOver, type Axis } from './axis.ts'
import { html, type Html } from '../../text/html.ts'

export interface Series {
  readonly name: string
  /** Which of the page's colours. */
  readonly colour: 1 | 2 | 3 | 4 | 5
  readonly points: readonly Point[]
  /** `dots` marks every point, for measurements that are far apart; `faint` is in the background. */
  readonly look?: 'line' | 'dots' | 'faint'
}

export interface Point {
  readonly x: number
  readonly y: number
  /** Standard error, in units of y. */
  readonly error?: number
}

export interface LineChart {
  readonly title: string
  /** One sentence under the title: what is drawn, in what unit. */
  readonly note: string
  readonly series: readonly Series[]
  readonly format: (y: number) => string
  /** Drawn as a thin line with its name, e.g. where chance is. */
  readonly mark?: { readonly y: number; readonly name: string }
  /** Values that the y axis must hold besides those drawn. */
  readonly include?: readonly number[]
}

const size = { width: 400, height: 220, left: 46, right: 10, top: 10, bottom: 24 }

/** The chart as a figure with its legend; a note alone where there is nothing to draw. */
export function lineChart({ title, note, series, format, mark, include = [] }: LineChart): Html {
  const drawn = series.filter(({ points }) => points.length > 0)
  const points = drawn.flatMap(each => each.points)
  if (points.length === 0)
    return html`<figure>
      <h3>${title}</h3>
      <p class="note">nothing measured</p>
    </figure>`
  const spread = points.flatMap(({ y, error = 0 }) => [y - error, y + error])
  const y = axisOver([...spread, ...include, ...(mark === undefined ? [] : [mark.y])])
  const x = axisOver(
    points.map(point => point.x),
    6,
  )
  const place = { x: scale(x, size.left, size.width - size.right), y: scale(y, size.height - size.bottom, size.top) }
  return html`<figure>
    <h3>${title}</h3>
    <p class="note">${note}</p>
    <ul class="legend">
      ${drawn.map(each => legend(each, format))}
    </ul>
    <svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}">
      ${y.ticks.map(
        tick =>
          html`<line
              class="grid"
              x1="${size.left}"
              x2="${size.width - size.right}"
              y1="${place.y(tick)}"
              y2="${place.y(tick)}"
            />
            <text x="${size.left - 6}" y="${place.y(tick)}" dy=".35em" text-anchor="end">${format(tick)}</text>`,
      )}
      ${x.ticks.map(tick => html`<text x="${place.x(tick)}" y="${size.height - 6}" text-anchor="middle">${tick}</text>`)}
      ${
        mark === undefined
          ? null
          : html`<line
                class="mark"
                x1="${size.left}"
                x2="${size.width - size.right}"
                y1="${place.y(mark.y)}"
                y2="${place.y(mark.y)}"
              />
              <text x="${size.width - size.right}" y="${Number(place.y(mark.y)) - 5}" text-anchor="end"
                >${mark.name}</text
              >`
      }
      ${drawn.map(each => seriesShape(each, place, format))}
    </svg>
  </figure>`
}

interface Place {
  readonly x: (value: number) => string
  readonly y: (value: number) => string
}

function seriesShape(
  { name, colour, points, look = 'line' }: Series,
  place: Place,
  format: (y: number) => string,
): Html {
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${place.x(x)} ${place.y(y)}`).join('')
  const errors = points.filter(({ error = 0 }) => error > 0)
  return html`<g class="series c${colour} ${look}">
    <path d="${path}" />
    ${errors.map(({ x, y, error = 0 }) => html`<line class="error" x1="${place.x(x)}" x2="${place.x(x)}" y1="${place.y(y - error)}" y2="${place.y(y + error)}" />`)}
    ${look === 'dots' || points.length === 1 ? points.map(({ x, y, error = 0 }) => html`<circle cx="${place.x(x)}" cy="${place.y(y)}" r="3.5"><title>${name}, iteration ${x}: ${format(y)}${error > 0 ? ` ± ${format(error)}` : ''}</title></circle>`) : null}
  </g>`
}

/** The name with the last value. */
const legend = ({ name, colour, points }: Series, format: (y: number) => string): Html =>
  html`<li class="c${colour}"><span>${name}</span> <b>${format(points.at(-1)?.y ?? 0)}</b></li>`

const scale =
  ({ low, high }: Axis, from: number, to: number) =>
  (value: number): string =>
    (from + ((value - low) / (high - low)) * (to - from)).toFixed(1)
