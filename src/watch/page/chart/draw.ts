/** A chart as SVG. */
import type { ArmCurve, Curves } from '../../contract/curves.ts'
import type { MeasureFormat } from '../../../contracts/measure.ts'
import { svgElement } from '../dom/element.ts'
import { alongNames, tickTexts } from '../dom/formats.ts'
import { colourClass, dashOf } from './look.ts'
import { bandPath, linePath, type PlotScales } from './paths.ts'
import { exactScale, logScale, roundScale } from './scales.ts'

export interface DrawnChart {
  readonly svg: SVGSVGElement
  readonly places: PlotScales
  readonly frame: PlotFrame
}

/** Pixels of the area between the axes. */
interface PlotFrame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface ChartOptions {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly format: MeasureFormat
  readonly isLog: boolean
  readonly zoom: readonly [number, number] | null
}

/** @returns `null` if there is nothing to draw. */
export function drawChart(
  curves: Curves,
  { title, width, height, format, isLog, zoom }: ChartOptions,
): DrawnChart | null {
  const range = zoom ?? curves.range
  const heights = curves.arms.flatMap(heightsOf(range))
  if (range === null || heights.length === 0) return null
  const frame: PlotFrame = { left: 52, right: width - 12, top: 10, bottom: height - 36 }
  const [from, to] = range[0] === range[1] ? [range[0] - 1, range[1] + 1] : range
  const vertical = [frame.bottom, frame.top] as const
  const canLog = isLog && heights.some(value => value > 0)
  const places: PlotScales = {
    x: exactScale([from, to], [frame.left, frame.right], Math.max(4, Math.floor(width / 64))),
    y: canLog ? logScale(heights, vertical) : roundScale(heights, vertical),
  }
  const svg = svgElement(
    'svg.chart',
    { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': title },
    axes(places, frame, format, curves),
    svgElement(
      'svg',
      {
        x: frame.left,
        y: 0,
        width: frame.right - frame.left,
        height,
        viewBox: `${frame.left} 0 ${frame.right - frame.left} ${height}`,
      },
      curves.arms.map(arm => armShapes(arm, places)),
    ),
  )
  return { svg, places, frame }
}

function axes(
  { x, y }: PlotScales,
  { left, right, bottom }: PlotFrame,
  format: MeasureFormat,
  { along }: Curves,
): SVGElement {
  const [xTexts, yTexts] = [tickTexts(x.ticks, 'decimal'), tickTexts(y.ticks, format)]
  return svgElement(
    'g.axes',
    y.ticks.map((tick, index) => {
      const height = y.at(tick).toFixed(1)
      return [
        svgElement('line.grid', { x1: left, x2: right, y1: height, y2: height }),
        svgElement('text', { x: left - 6, y: height, dy: '.35em', 'text-anchor': 'end' }, yTexts[index] ?? ''),
      ]
    }),
    x.ticks.map((tick, index) =>
      svgElement('text', { x: x.at(tick).toFixed(1), y: bottom + 16, 'text-anchor': 'middle' }, xTexts[index] ?? ''),
    ),
    svgElement('text', { x: (left + right) / 2, y: bottom + 32, 'text-anchor': 'middle' }, alongNames[along]),
  )
}

/** Its seeds faint, the band and the mean over them; a single seed is drawn once, as the mean. */
function armShapes({ index, runs, mean, raw }: ArmCurve, places: PlotScales): SVGElement {
  const dash = dashOf(index)
  const path = (name: string, d: string): SVGElement | null =>
    d === '' ? null : svgElement('path', { class: name, d, 'stroke-dasharray': name === 'mean' ? dash : null })
  return svgElement(
    'g',
    { class: `series ${colourClass(index)}` },
    path('band', bandPath(mean, places)),
    runs.length < 2 ? null : path('seed', runs.map(({ line }) => linePath(line, places)).join('')),
    raw === null ? null : path('raw', linePath(raw, places)),
    path('mean', linePath(runs.length === 1 && runs[0] !== undefined ? runs[0].line : mean, places)),
  )
}

/** All that an arm draws, on the y axis, within the zoom. */
const heightsOf =
  (range: readonly [number, number] | null) =>
  ({ runs, mean, raw }: ArmCurve): readonly number[] => {
    const inside = (place: number | undefined): boolean =>
      range === null || (place !== undefined && place >= range[0] && place <= range[1])
    const known = (xs: readonly number[], ys: readonly (number | null)[]): readonly number[] =>
      ys.filter((value, index): value is number => value !== null && inside(xs[index]))
    return [
      ...runs.flatMap(({ line }) => known(line.x, line.y)),
      ...[1, -1].flatMap(side =>
        known(
          mean.x,
          mean.y.map((value, index) => (value === null ? null : value + side * (mean.error[index] ?? 0))),
        ),
      ),
      ...(raw === null ? [] : known(raw.x, raw.y)),
    ]
  }
