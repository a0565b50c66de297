/** Axes and lines as SVG; its colours are the page's, so that it follows dark mode. */
import { html, type Html } from '../../text/html.ts'
import { shortened } from '../../text/preview.ts'
import { axisOver, extentOf, type Axis } from './axis.ts'
import { logAxisOver } from './log-axis.ts'
import { hoverColumns } from './hover-columns.ts'
import { seriesShape, type Scales } from './series-shape.ts'
import type { Series } from './series.ts'
import { labelPlaces } from './label-places.ts'

export interface Plot {
  readonly title: string
  /** At least one with a point. */
  readonly series: readonly Series[]
  readonly format: (y: number) => string
  /** Of values next to lines and under the pointer, where they are written more precisely than on the axis. */
  readonly precise?: (y: number) => string
  /** Drawn as a thin line with its name, e.g. where chance is. */
  readonly mark?: { readonly y: number; readonly name: string }
  /** Values that the y axis must hold besides those drawn. */
  readonly include?: readonly number[]
  /** The x axis, by default iterations. */
  readonly along?: Along
  /** Of the y axis; on a logarithmic one, values not above 0 are at its foot. */
  readonly axis?: AxisKind
  /** `wide` fills the page and writes names at the ends of lines; `small` is for columns. */
  readonly size?: keyof typeof sizes
}

export type AxisKind = 'linear' | 'log'

export interface Along {
  readonly format: (x: number) => string
  /** A place on it in words, e.g. `iteration 40`. */
  readonly at: (x: number) => string
  /** Written under the axis. */
  readonly name?: string
}

const sizes = {
  small: { width: 400, height: 220, left: 46, right: 10, top: 10, bottom: 24 },
  wide: { width: 920, height: 360, left: 50, right: 216, top: 12, bottom: 28 },
}

/** Letters that fit next to a wide chart. */
const maxName = 17

const iterations: Along = { format: String, at: x => `iteration ${x}`, name: 'iteration' }

export function plot({
  title,
  series,
  format,
  precise = format,
  mark,
  include = [],
  along = iterations,
  axis = 'linear',
  size = 'small',
}: Plot): Html {
  const { width, height, left, right, top, bottom } = sizes[size]
  const name = along.name === undefined ? null : { text: along.name, height: 17 }
  const points = series.flatMap(each => each.points)
  const values = [...series.flatMap(heights), ...include, ...(mark === undefined ? [] : [mark.y])]
  const y = axis === 'log' ? logAxisOver(values) : axisOver(values)
  const x = endingWith(
    points.map(point => point.x),
    size === 'wide' ? 9 : 6,
  )
  const vertical = axis === 'log' ? logScale : scale
  const place: Scales = { x: scale(x, left, width - right), y: vertical(y, height - bottom, top) }
  return html`<svg
    class="${size} ${axis}"
    viewBox="0 0 ${width} ${height + (name?.height ?? 0)}"
    role="img"
    aria-label="${title}"
  >
    ${y.ticks.map(
      tick =>
        html`<line class="grid" x1="${left}" x2="${width - right}" y1="${place.y(tick)}" y2="${place.y(tick)}" />
          <text x="${left - 6}" y="${place.y(tick)}" dy=".35em" text-anchor="end">${format(tick)}</text>`,
    )}
    ${x.ticks.map(
      tick => html`<text x="${place.x(tick)}" y="${height - 6}" text-anchor="middle">${along.format(tick)}</text>`,
    )}
    ${name === null ? null : html`<text x="${(left + width - right) / 2}" y="${height - 6 + name.height}" text-anchor="middle">${name.text}</text>`}
    ${
      mark === undefined
        ? null
        : html`<line class="mark" x1="${left}" x2="${width - right}" y1="${place.y(mark.y)}" y2="${place.y(mark.y)}" />
            <text x="${width - right}" y="${place.y(mark.y) - 5}" text-anchor="end">${mark.name}</text>`
    }
    ${backToFront(series).map(each => seriesShape(each, place, { format: precise, at: along.at }))}
    ${size === 'wide' ? labels(series, place, precise) : hoverColumns(series, place.x, { top, bottom: height - bottom, words: { format: precise, at: along.at } })}
  </svg>`
}

/** All that a series draws, on the y axis. */
export const heights = ({ points, band = [] }: Series): readonly number[] => [
  ...points.flatMap(({ y, error = 0 }) => [y - error, y + error]),
  ...band.flatMap(({ low, high }) => [low, high]),
]

const depth = { ghost: 0, faint: 1, dotted: 2, line: 3, dots: 3 }

const backToFront = (series: readonly Series[]): readonly Series[] =>
  [...series].sort((a, b) => depth[a.look ?? 'line'] - depth[b.look ?? 'line'])

/** The name and the last value of each labelled series, next to its end. */
function labels(series: readonly Series[], place: Scales, format: (y: number) => string): Html {
  const { width, height, right, top, bottom } = sizes.wide
  const ends = series.flatMap(({ points, ...rest }) => {
    const end = points.at(-1)
    return end === undefined || rest.labelled !== true ? [] : [{ ...rest, end }]
  })
  const at = labelPlaces(
    ends.map(({ end }) => place.y(end.y)),
    17,
    top,
    height - bottom,
  )
  const from = width - right
  return html`${ends.map(({ name, colour, group = '', end }, index) => {
    const y = (at[index] ?? 0).toFixed(1)
    return html`<g class="series label c${colour} ${group}">
      <path d="M${place.x(end.x) + 6} ${place.y(end.y)}L${from + 14} ${y}" />
      <path class="stub" d="M${from + 15} ${y}h9" />
      <text x="${from + 30}" y="${y}" dy=".35em"
        ><tspan class="value">${format(end.y)}</tspan> ${shortened(name, maxName)}</text
      >
    </g>`
  })}`
}

/** Round numbers from the first value on, as far as the last one: the drawing ends at the edge. Between whole numbers, as iterations, there is no mark. */
function endingWith(values: readonly number[], maxTicks: number): Axis {
  const { low, high, ticks: all } = axisOver(values, maxTicks)
  const ticks = values.every(Number.isInteger) ? all.filter(Number.isInteger) : all
  const [, last] = extentOf(values)
  return last > low ? { low, high: last, ticks: ticks.filter(tick => tick <= last) } : { low, high, ticks }
}

const logScale = ({ low, high, ticks }: Axis, from: number, to: number): ((value: number) => number) => {
  const inner = scale({ low: Math.log10(low), high: Math.log10(high), ticks }, from, to)
  return value => inner(Math.log10(Math.max(value, low)))
}

/** To a tenth of a pixel. */
const scale =
  ({ low, high }: Axis, from: number, to: number) =>
  (value: number): number =>
    Number((from + ((value - low) / (high - low)) * (to - from)).toFixed(1))
