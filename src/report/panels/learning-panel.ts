/** The policy's success over iterations. */
import { shareError } from '../../math/wilson.ts'
import type { IterationMetrics, Success } from '../../contracts/metrics.ts'
import { html, type Html } from '../../text/html.ts'
import { lineChart } from '../chart/line-chart.ts'
import type { ReportData } from './report-data.ts'
import { recordedNote, recordedSeries } from '../recorded/recorded-series.ts'
import { over, type Point, type Series } from '../chart/series.ts'
import { smoothedSeries } from '../chart/smoothed-series.ts'
import { writing } from '../chart/writing.ts'

const shares = { format: writing.percent.tick, precise: writing.percent.value }

export function learningPanel(data: ReportData): Html {
  const { metrics, summary, config, recorded } = data
  const evaluated = evaluations(metrics, summary)
  const temperatures = [...new Set(evaluated.flatMap(({ successes }) => successes.map(each => each.temperature)))]
  const training = over(metrics, line => line.success)
  const drawn = temperatures.map((temperature, index): readonly Series[] => [
    ...(index === 0 ? trainingSeries(training) : []),
    heldOut(evaluated, temperature, 'seen', 2),
    heldOut(evaluated, temperature, 'unseen', 1),
    ...(recorded === null ? [] : recordedSeries(recorded, temperature, metrics.at(-1)?.iteration ?? 0)),
  ])
  /* One scale for one quantity: neighbouring charts can be compared. */
  const include = drawn.flat().flatMap(({ points }) => points.flatMap(({ y, error = 0 }) => [y - error, y + error]))
  const charts = temperatures.map((temperature, index) =>
    lineChart({
      title: `Success, ${temperature === 0 ? 'greedy' : `temperature ${temperature}`}`,
      note: 'Share of episodes won on held-out tasks; bars are standard errors.',
      ...shares,
      include,
      series: drawn[index] ?? [],
    }),
  )
  return html`<section>
    <h2>Policy</h2>
    ${recorded === null ? null : html`<p class="note">${recordedNote(recorded, config)}</p>`}
    <div class="charts">
      ${charts} ${metrics.some(({ meanSteps }) => meanSteps > 1) ? steps(metrics) : null}
      ${metrics.some(({ score, success: won }) => score !== won) ? scores(metrics) : null}
    </div>
  </section>`
}

const steps = (metrics: readonly IterationMetrics[]): Html =>
  lineChart({
    title: 'Steps',
    note: 'Share of the steps in training that the expert calls good.',
    ...shares,
    series: [{ name: 'good steps', colour: 3, points: over(metrics, line => line.goodSteps) }],
  })

const scores = (metrics: readonly IterationMetrics[]): Html =>
  lineChart({
    title: 'Score in training',
    note: 'Mean share of the requirements of a task that were met, by which the policy is rewarded; and share of episodes that meet all of them.',
    ...shares,
    series: [
      { name: 'score', colour: 3, points: over(metrics, line => line.score) },
      { name: 'all done', colour: 5, points: over(metrics, line => line.success) },
    ],
  })

interface Evaluated {
  readonly iteration: number
  readonly successes: readonly Success[]
}

const trainingSeries = (points: readonly Point[]): readonly Series[] =>
  smoothedSeries({ name: 'training tasks', colour: 5, look: 'faint', points }, 5)

/** Every measurement, the one before the first iteration included. */
function evaluations(metrics: readonly IterationMetrics[], summary: ReportData['summary']): readonly Evaluated[] {
  const later = metrics.map(({ iteration, evaluations: successes }) => ({ iteration, successes }))
  return summary === null ? later : [{ iteration: 0, successes: summary.before.evaluations }, ...later]
}

const heldOut = (evaluated: readonly Evaluated[], temperature: number, split: string, colour: 1 | 2): Series => ({
  name: split,
  colour,
  look: 'dots',
  points: evaluated.flatMap(({ iteration, successes }) =>
    successes
      .filter(each => each.split === split && each.temperature === temperature)
      .map(({ rate, tasks }) => ({ x: iteration, y: rate, error: shareError(rate, tasks) })),
  ),
})
