/** The method's measures: a part of the page for each section of its measures, a figure for those that share one. */
import type { Measure } from '../../contracts/measure.ts'
import { groupBy } from '../../math/group-by.ts'
import { lineValue } from '../../run/measures/line-value.ts'
import { capitalised } from '../../text/capitalised.ts'
import { html, type Html } from '../../text/html.ts'
import { extentOf } from '../chart/axis.ts'
import { lineChart } from '../chart/line-chart.ts'
import { over, type Colour, type Point } from '../chart/series.ts'
import { writing } from '../chart/writing.ts'
import type { ReportData } from './report-data.ts'

export function measuresPanels(data: ReportData): readonly Html[] {
  const all = data.measures.map(measure => ({ measure, points: pointsOf(data, measure) }))
  const drawn = all.filter(({ points }) => points.length > 0)
  return [...groupBy(drawn, ({ measure }) => measure.section)].map(
    ([section, own]) =>
      html`<section>
        <h2>${section}</h2>
        <div class="charts">
          ${[...groupBy(own, ({ measure: { chart, title } }) => chart ?? title)].map(([title, part]) => figure(drawn, title, part))}
        </div>
      </section>`,
  )
}

interface DrawnMeasure {
  readonly measure: Measure
  readonly points: readonly Point[]
}

const colours: readonly Colour[] = [1, 2, 3, 4, 5]

function figure(all: readonly DrawnMeasure[], title: string, own: readonly [DrawnMeasure, ...DrawnMeasure[]]): Html {
  const [{ measure: first }] = own
  const mark = own.find(({ measure }) => measure.mark !== undefined)?.measure.mark
  const { value, tick } = writing[first.format]
  return lineChart({
    title: capitalised(title),
    note: own.map(({ measure }) => noteOf(measure, own.length > 1)).join(' '),
    format: tick,
    precise: value,
    series: own.map(({ measure, points }, index) => ({
      name: measure.title,
      colour: colours[index % colours.length] ?? 1,
      ...(measure.of === 'evaluation' ? { look: 'dots' } : {}),
      points,
    })),
    include: own.flatMap(({ measure }) => scaleOf(all, measure)),
    ...(mark === undefined ? {} : { mark }),
  })
}

const noteOf = ({ title, about, unit }: Measure, isNamed: boolean): string =>
  `${isNamed ? `${capitalised(title)}: ` : ''}${about}${unit === undefined ? '' : ` In ${unit}.`}`

/** Counts are drawn from 0; in training and on fixed episodes one quantity has one scale. */
const scaleOf = (all: readonly DrawnMeasure[], { title, format }: Measure): readonly number[] => [
  ...(format === 'count' ? [0] : []),
  ...all
    .filter(({ measure }) => measure.title === title && measure.format === format)
    .flatMap(({ points }) => extentOf(points.map(({ y }) => y))),
]

/** The measurement before the first iteration included. */
function pointsOf({ metrics, summary }: ReportData, { id }: Measure): readonly Point[] {
  const before = summary?.before.measures[id] ?? null
  const later = over(metrics, line => lineValue(line, id))
  return before === null ? later : [{ x: 0, y: before }, ...later]
}
