/** One series as SVG: its band, its line, its points. */
import { html, type Html } from '../../text/html.ts'
import type { BandPoint, Series } from './series.ts'

/** From values to places in the drawing. */
export interface Scales {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
}

interface Words {
  readonly format: (y: number) => string
  readonly at: (x: number) => string
}

export function seriesShape(
  { name, colour, points, look = 'line', band = [], group = '' }: Series,
  place: Scales,
  { format, at }: Words,
): Html {
  const path = line(points.map(({ x, y }) => [place.x(x), place.y(y)]))
  const errors = points.filter(({ error = 0 }) => error > 0)
  const dotted = look === 'dots' || (points.length === 1 && look !== 'ghost' && look !== 'dotted')
  return html`<g class="series c${colour} ${look} ${group}">
    ${band.length < 2 ? null : html`<path class="band" d="${area(band, place)}" />`}
    <path d="${path}" />
    ${errors.map(({ x, y, error = 0 }) => html`<line class="error" x1="${place.x(x)}" x2="${place.x(x)}" y1="${place.y(y - error)}" y2="${place.y(y + error)}" />`)}
    ${dotted ? points.map(({ x, y, error = 0 }) => html`<circle cx="${place.x(x)}" cy="${place.y(y)}" r="3.5"><title>${name}, ${at(x)}: ${format(y)}${error > 0 ? ` ± ${format(error)}` : ''}</title></circle>`) : null}
  </g>`
}

const line = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** Along the upper edge and back along the lower one. */
function area(band: readonly BandPoint[], place: Scales): string {
  const upper = band.map(({ x, high }) => [place.x(x), place.y(high)] as const)
  const lower = band.map(({ x, low }) => [place.x(x), place.y(low)] as const)
  return `${line([...upper, ...lower.reverse()])}Z`
}
