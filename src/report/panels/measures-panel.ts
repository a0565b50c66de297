/** The method's measures: a part of the page for each section of its measures, a figure for those that share one. */
import type { Measure } from '../../contracts/measure.ts'
import { lineValue } from '../../run/measures/line-value.ts'
import { capitalised } from '../../text/capitalised.ts'
import { html, type Html } from '../../text/html.ts'
import { lineChart } from '../chart/line-chart.ts'
import { over, type Colour, type Point } from '../chart/series.ts'
import { writing } from '../chart/writing.ts'
import type { ReportData } from './report-data.ts'

export function measuresPanels(data: ReportData): readonly Html[] {
  const drawn = data.measures.filter(measure => pointsOf(data, measure).length > 0)
  return [...groupedBy(drawn, ({ section }) => section)].map(
    ([section, own]) =>
      html`<section>
        <h2>${section}</h2>
        <div class="charts">
          ${[...groupedBy(own, ({ chart, title }) => chart ?? title)].map(([title, measures]) => figure(data, title, measures))}
        </div>
      </section>`,
  )
}

const colours: readonly Colour[] = [1, 2, 3, 4, 5]

function figure(data: ReportData, title: string, measures: readonly Measure[]): Html {
  const [first] = measures
  const mark = measures.find(measure => measure.mark !== undefined)?.mark
  const { value, tick } = writing[first?.format ?? 'decimal']
  return lineChart({
    title: capitalised(title),
    note: measures.map(measure => noteOf(measure, measures.length > 1)).join(' '),
    format: tick,
    precise: value,
    series: measures.map((measure, index) => ({
      name: measure.title,
      colour: colours[index % colours.length] ?? 1,
      ...(measure.of === 'evaluation' ? { look: 'dots' } : {}),
      points: pointsOf(data, measure),
    })),
    include: measures.flatMap(measure => scaleOf(data, measure)),
    ...(mark === undefined ? {} : { mark }),
  })
}

const noteOf = ({ title, about, unit }: Measure, isNamed: boolean): string =>
  `${isNamed ? `${capitalised(title)}: ` : ''}${about}${unit === undefined ? '' : ` In ${unit}.`}`

/** Counts are drawn from 0; in training and on fixed episodes one quantity has one scale. */
const scaleOf = (data: ReportData, { title, format }: Measure): readonly number[] => [
  ...(format === 'count' ? [0] : []),
  ...data.measures
    .filter(other => other.title === title && other.format === format)
    .flatMap(other => pointsOf(data, other).map(({ y }) => y)),
]

/** The measurement before the first iteration included. */
function pointsOf({ metrics, summary }: ReportData, { id }: Measure): readonly Point[] {
  const before = summary?.before.measures[id] ?? null
  const later = over(metrics, line => lineValue(line, id))
  return before === null ? later : [{ x: 0, y: before }, ...later]
}

function groupedBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}
