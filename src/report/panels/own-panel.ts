/** The figures that only this method has, iteration by iteration. */
import { lineChart } from '../chart/line-chart.ts'
import { over } from '../chart/series.ts'
import { html, type Html } from '../../text/html.ts'
import type { ReportData } from './report-data.ts'

/** @returns `null` for a method without figures of its own. */
export function ownPanel({ config, metrics }: ReportData): Html | null {
  const names = [...new Set(metrics.flatMap(({ own = {} }) => Object.keys(own)))]
  if (names.length === 0) return null
  const charts = names.map(name =>
    lineChart({
      title: name,
      note: `As ${config.method} measures it.`,
      series: [{ name, colour: 1, points: over(metrics, ({ own }) => own?.[name] ?? null) }],
      format: value => String(Number(value.toPrecision(3))),
    }),
  )
  return html`<section>
    <h2>Of the method</h2>
    <div class="charts">${charts}</div>
  </section>`
}
