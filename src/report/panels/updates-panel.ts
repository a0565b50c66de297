/** The updates of all models, iteration by iteration. */
import type { ModelMetrics } from '../../contracts/metrics.ts'
import { html, type Html } from '../../text/html.ts'
import { lineChart, type LineChart } from '../chart/line-chart.ts'
import { percentLabel } from '../chart/numbers.ts'
import type { ReportData } from './report-data.ts'
import { modelSeries } from '../chart/series.ts'

type Measure = (model: ModelMetrics) => number | null

export function updatesPanel({ metrics }: ReportData): Html {
  const chart = (of: Measure, rest: Pick<LineChart, 'title' | 'note' | 'format'>): Html =>
    lineChart({
      ...rest,
      series: modelSeries(metrics, ({ models }, model) => of(models[model] ?? {})),
      include: [0],
    })
  const number = (value: number): string => String(Number(value.toPrecision(2)))
  return html`<section>
    <h2>Updates</h2>
    <div class="charts">
      ${chart(({ kl = null }) => kl, {
        title: 'Divergence',
        note: 'KL from the model before the updates of the iteration, nats a token.',
        format: number,
      })}
      ${chart(({ entropy = null }) => entropy, {
        title: 'Entropy',
        note: 'Of what the tokens trained on were drawn from, nats a token.',
        format: number,
      })}
      ${chart(({ gradientNorm = null }) => gradientNorm, {
        title: 'Gradient norm',
        note: 'Before clipping, mean over the updates of the iteration.',
        format: number,
      })}
      ${chart(({ clipShare = null }) => clipShare, {
        title: 'Clipped',
        note: 'Share of the tokens at which the clip was active.',
        format: y => percentLabel(y, 1),
      })}
      ${chart(({ truncated = null }) => truncated, {
        title: 'Cut off',
        note: 'Share of the answers that maxTokens cut off.',
        format: y => percentLabel(y, 1),
      })}
    </div>
  </section>`
}
