/** Where the time went. */
import { html, type Html } from '../../text/html.ts'
import { lineChart } from '../chart/line-chart.ts'
import { duration, percentLabel } from '../chart/numbers.ts'
import type { ReportData } from './report-data.ts'
import { over } from '../chart/series.ts'

/** Sums of the others. */
const sums = ['total', 'waiting']

export function timePanel({ metrics }: ReportData): Html | null {
  const total = sum(metrics.map(({ time }) => time.total))
  if (total === 0) return null
  const names = new Set(metrics.flatMap(({ time }) => Object.keys(time)).filter(name => !sums.includes(name)))
  const spent = [...names].map(name => ({ name, ms: sum(metrics.map(({ time }) => time[name] ?? 0)) }))
  const other = { name: 'the rest', ms: Math.max(0, total - sum(spent.map(({ ms }) => ms))) }
  return html`<section>
    <h2>Time</h2>
    <p class="note">
      ${metrics.length} iterations in ${duration(total)}, the measurement before the first not counted.
    </p>
    <ul class="bars">
      ${[...spent, other].map(bar(total))}
    </ul>
    <div class="charts">
      ${lineChart({ title: 'Steps a second', note: 'World steps, evaluation and checkpoint left out.', format: short, series: [{ name: 'steps/s', colour: 1, points: over(metrics, ({ speed }) => speed.stepsPerSecond) }], include: [0] })}
      ${lineChart({ title: 'Tokens a second', note: 'Tokens that models read and wrote in the episodes.', format: short, series: [{ name: 'tokens/s', colour: 3, points: over(metrics, ({ speed }) => speed.tokensPerSecond) }], include: [0] })}
    </div>
  </section>`
}

interface Share {
  readonly name: string
  readonly ms: number
}

const bar =
  (total: number) =>
  ({ name, ms }: Share): Html =>
    html`<li>
      <span>${name}</span><span class="meter" style="--share:${(ms / total).toFixed(4)}"></span
      ><b>${percentLabel(ms / total)}</b> <small>${duration(ms)}</small>
    </li>`

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const short = (value: number): string =>
  value >= 999.5 ? `${Number((value / 1000).toPrecision(3))}k` : String(Number(value.toPrecision(3)))
