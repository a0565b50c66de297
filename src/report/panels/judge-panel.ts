/** The quality of the reward model over iterations. */
import type { JudgeMeasure, MeasureChart } from '../../reward/presentation.ts'
import { html, type Html } from '../../text/html.ts'
import { lineChart } from '../chart/line-chart.ts'
import { decimalLabel, percentLabel } from '../chart/numbers.ts'
import { presentationOf, type ReportData } from './report-data.ts'
import { over, type Point } from '../chart/series.ts'

export function judgePanel(data: ReportData): Html | null {
  const presentation = presentationOf(data)
  const measured = presentation?.headline.some(({ measure }) => inTraining(data, measure).length > 0) ?? false
  if (presentation === null || !measured) return null
  return html`<section>
    <h2>Reward model</h2>
    <div class="charts">${presentation.charts.map(chart => drawn(data, chart))}</div>
  </section>`
}

const drawn = (data: ReportData, { episodes, lines, format, ...chart }: MeasureChart): Html =>
  lineChart({
    ...chart,
    format: y => (format === 'percent' ? percentLabel(y) : decimalLabel(y)),
    series: lines.map(({ measure, colour }) =>
      episodes === 'fixed'
        ? { name: measure.name, colour, look: 'dots', points: onFixed(data, measure) }
        : { name: measure.name, colour, points: inTraining(data, measure) },
    ),
  })

const inTraining = ({ metrics }: ReportData, { value }: JudgeMeasure): readonly Point[] =>
  over(metrics, ({ judge }) => judge && value(judge))

/** The measurement before the first iteration included. */
function onFixed({ metrics, summary }: ReportData, { value }: JudgeMeasure): readonly Point[] {
  const before = summary?.before.probe ? value(summary.before.probe) : null
  const later = over(metrics, ({ probe }) => probe && value(probe))
  return [...(before === null ? [] : [{ x: 0, y: before }]), ...later]
}
