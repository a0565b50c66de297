/** Use of the device: by verb and model, batch sizes, and waiting times of requests. */
import type { DeviceUse } from '../../contracts/models/device-usage.ts'
import { html, type Html } from '../../text/html.ts'
import { lineChart } from '../chart/line-chart.ts'
import { decimalLabel, duration, percentLabel } from '../chart/numbers.ts'
import { figuresTable } from './figures-table.ts'
import type { ReportData } from './report-data.ts'
import { modelSeries, over } from '../chart/series.ts'
import { writing } from '../chart/writing.ts'

export function devicePanel({ metrics }: ReportData): Html | null {
  const rows = summed(metrics.flatMap(({ speed }) => speed.device))
  const total = rows.reduce((sum, { ms }) => sum + ms, 0)
  if (total === 0) return null
  return html`<section>
    <h2>Device</h2>
    <p class="note">
      It computed for ${duration(total)}, evaluation and checkpoints not counted. A call answers whatever requests wait
      for it.
    </p>
    ${figuresTable(
      ['time', 'calls', 'sequences a call', 'most common', 'tokens/s', 'waited, mean', 'longest'],
      rows.map(({ name, ms, calls, sequences, tokens, sizes, waitedMs, requests, longestMs }) => ({
        name,
        figures: [
          percentLabel(ms / total, 1),
          String(calls),
          (sequences / calls).toFixed(1),
          commonest(sizes),
          tokens === 0 || ms === 0 ? '–' : `${(tokens / ms).toFixed(1)}k`,
          `${(waitedMs / requests).toFixed(1)} ms`,
          `${longestMs.toFixed(0)} ms`,
        ],
      })),
    )}
    <div class="charts">
      ${lineChart({
        title: 'Use of the device',
        note: 'Share of the iteration in which it worked; and of the time in which anything waited for it.',
        format: writing.percent.tick,
        precise: writing.percent.value,
        series: [
          { name: 'of the iteration', colour: 5, points: over(metrics, ({ speed }) => speed.deviceShare) },
          { name: 'while anything waited', colour: 1, points: over(metrics, ({ speed }) => speed.deviceUse) },
        ],
      })}
      ${lineChart({
        title: 'Waiting for the device',
        note: '95 % of the samples waited less, ms.',
        format: writing.milliseconds.tick,
        precise: y => decimalLabel(y, 1),
        series: modelSeries(metrics, ({ speed }, model) => p95(speed.device, model)),
        include: [0],
      })}
    </div>
  </section>`
}

interface Row {
  readonly name: string
  readonly ms: number
  readonly calls: number
  readonly requests: number
  readonly sequences: number
  readonly tokens: number
  readonly sizes: readonly number[]
  readonly waitedMs: number
  readonly longestMs: number
}

/** By verb and model, the longest first. */
function summed(uses: readonly DeviceUse[]): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const { verb, model, queue, ...use } of uses) {
    const name = `${verb} ${model}`
    const { meanMs, maxMs } = queue
    const so = rows.get(name)
    rows.set(name, {
      name,
      ms: use.ms + (so?.ms ?? 0),
      calls: use.calls + (so?.calls ?? 0),
      requests: use.requests + (so?.requests ?? 0),
      sequences: use.sequences + (so?.sequences ?? 0),
      tokens: use.tokens + (so?.tokens ?? 0),
      sizes: added(use.sizes, so?.sizes ?? []),
      waitedMs: (meanMs ?? 0) * use.requests + (so?.waitedMs ?? 0),
      longestMs: Math.max(maxMs ?? 0, so?.longestMs ?? 0),
    })
  }
  return [...rows.values()].sort((a, b) => b.ms - a.ms)
}

const added = (a: readonly number[], b: readonly number[]): readonly number[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, index) => (a[index] ?? 0) + (b[index] ?? 0))

/** The bucket with most calls. */
function commonest(sizes: readonly number[]): string {
  const bucket = sizes.indexOf(Math.max(...sizes))
  return bucket === 0 ? '1' : `${2 ** bucket} – ${2 ** (bucket + 1) - 1}`
}

const p95 = (uses: readonly DeviceUse[], model: string): number | null =>
  uses.find(use => use.verb === 'sample' && use.model === model)?.queue.p95Ms ?? null
