/** The updates of all models, iteration by iteration: measures with a health check, if they have values. */
import { trainingMeasures } from '../../learning/measures.ts'
import { lineValue } from '../../run/measures/line-value.ts'
import { capitalised } from '../../text/capitalised.ts'
import { html, type Html } from '../../text/html.ts'
import { lineChart } from '../chart/line-chart.ts'
import { modelSeries } from '../chart/series.ts'
import { writing } from '../chart/writing.ts'
import type { ReportData } from './report-data.ts'

export function updatesPanel({ metrics }: ReportData): Html {
  const charts = Object.entries(trainingMeasures).flatMap(([name, measure]) => {
    const series = modelSeries(metrics, (line, model) => lineValue(line, `${model}.${name}`))
    if (!('health' in measure) || series.every(({ points }) => points.every(({ y }) => y === 0))) return []
    const { title, about, format } = measure
    const note = 'unit' in measure ? `${about} In ${measure.unit}.` : about
    const { tick, value } = writing[format]
    return [lineChart({ title: capitalised(title), note, format: tick, precise: value, series, include: [0] })]
  })
  return html`<section>
    <h2>Updates</h2>
    <div class="charts">${charts}</div>
  </section>`
}
