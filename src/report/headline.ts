/** The run in five numbers, and before against after in a table. */
import { shareError } from '../math/wilson.ts'
import type { Summary } from '../run/events/events.ts'
import type { Measure, MeasureFormat } from '../contracts/measure.ts'
import type { Success } from '../contracts/metrics.ts'
import { html, type Html } from '../text/html.ts'
import { latestOf, summarise } from '../run/loop/measure.ts'
import { measureDifference, summarised } from '../run/measures/difference.ts'
import { successDifference } from '../rollout/success-difference.ts'
import { isClear, type Difference } from '../statistics/difference.ts'
import { writing } from './chart/writing.ts'
import { figuresTable } from './panels/figures-table.ts'
import type { ReportData } from './panels/report-data.ts'

export function headline(data: ReportData): Html {
  const { summary, metrics } = data
  if (summary === null) return html`<p class="note">Nothing has been measured yet.</p>`
  const after = summary.after ?? latest(summary.before, metrics)
  const rows = after === null ? [] : comparisons(data.measures, summary.before, after)
  return html`<section>
    <div class="cards">${rows.filter(row => row.card).map(card)}</div>
    ${figuresTable(
      ['before', 'after', 'difference'],
      rows.map(row => ({
        name: row.name,
        figures: [cell(row.before, row.format), cell(row.after, row.format), change(row)],
      })),
    )}
    <p class="note">
      ± is one standard error; of a difference, over pairs: the same tasks before and after. Differences of shares are
      in percentage points. Only a difference beyond two of its standard errors is coloured. ${unpairedNote(rows)}
      ${measuredNote(data, after)} ${invalidNote(metrics)}
    </p>
  </section>`
}

/** With its standard error where its trials are known. */
interface Figure {
  readonly value: number
  readonly error: number | null
}

interface Comparison {
  readonly name: string
  readonly format: MeasureFormat
  readonly before: Figure | null
  readonly after: Figure | null
  readonly difference: Difference | null
  /** Whether it is shown large. */
  readonly card: boolean
}

function comparisons(measures: readonly Measure[], before: Summary, after: Summary): readonly Comparison[] {
  const successes = after.evaluations.map((success, index): Comparison => {
    const { split, temperature } = success
    const earlier = before.evaluations.find(each => each.split === split && each.temperature === temperature)
    return {
      name: `success, ${split}, ${temperature === 0 ? 'greedy' : `temperature ${temperature}`}`,
      format: 'percent',
      before: earlier === undefined ? null : shareOf(earlier),
      after: shareOf(success),
      difference: earlier === undefined ? null : successDifference(earlier, success),
      card: after.evaluations.findIndex(each => each.split === split) === index,
    }
  })
  const others = summarised(measures).map(({ id, title, format, summary, of }): Comparison => {
    const figure = ({ measures: values }: Summary): Figure | null => {
      const value = values[id] ?? null
      return value === null ? null : { value, error: null }
    }
    return {
      name: title,
      format,
      before: figure(before),
      after: figure(after),
      difference: of === 'run' ? null : measureDifference(id, before, after),
      card: summary === 'card',
    }
  })
  return [...successes, ...others.filter(row => row.before !== null || row.after !== null)]
}

const shareOf = ({ rate, tasks }: Success): Figure => ({ value: rate, error: shareError(rate, tasks) })

/** Success is not measured at every iteration, and by methods that play no held-out tasks at none. */
function measuredNote({ metrics, config }: ReportData, after: Summary | null): string {
  const measured = metrics.findLast(({ evaluations }) => evaluations.length > 0)?.iteration ?? 0
  const made = metrics.at(-1)?.iteration ?? 0
  const end = made < config.iterations ? `The run has made ${made} of ${config.iterations} iterations.` : ''
  if (measured === made || after === null || after.evaluations.length === 0) return end
  return `${end} Success “after” is that of iteration ${measured}.`
}

function unpairedNote(rows: readonly Comparison[]): string {
  const unpaired = rows.some(({ difference }) => difference !== null && difference.error === null)
  if (!unpaired) return ''
  return 'A difference without ± has no error: outcomes of single tasks were not kept both times, or are too few.'
}

function invalidNote(metrics: ReportData['metrics']): string {
  const episodes = metrics.reduce((sum, { invalid }) => sum + invalid, 0)
  const steps = metrics.reduce((sum, { invalidSteps }) => sum + invalidSteps, 0)
  if (episodes + steps === 0) return ''
  return `${episodes} episodes could not be played and ${steps} steps could not be graded; they left their groups.`
}

/** Of an unfinished run: its last measurement. */
function latest(before: Summary, metrics: ReportData['metrics']): Summary | null {
  const last = metrics.at(-1)
  if (last === undefined || metrics.every(({ evaluations }) => evaluations.length === 0)) return null
  return summarise(last.iteration, latestOf(metrics, before), last)
}

const card = (row: Comparison): Html =>
  html`<div class="card">
    <b>${row.after === null ? '–' : large(row.after.value, row.format)}</b>${change(row)}
    <span>${row.name}</span>
  </div>`

const large = (value: number, format: MeasureFormat): Html =>
  format === 'percent' ? html`${(value * 100).toFixed(1)}<small>%</small>` : html`${writing[format].value(value)}`

/** Its error is a separate element, so that a phone can put it on a separate line. */
const cell = (figure: Figure | null, format: MeasureFormat): Html =>
  figure === null ? html`–` : html`${writing[format].value(figure.value)}${errorLabel(figure.error, format)}`

const errorLabel = (error: number | null, format: MeasureFormat): Html | null =>
  error === null ? null : html`<span class="error"> ± ${writing[format].error(error)}</span>`

function change({ difference, format }: Comparison): Html {
  if (difference === null) return html`<i>–</i>`
  const { value, error } = difference
  const tone = !isClear(difference) ? '' : value < 0 ? 'worse' : 'better'
  return html`<i class="change ${tone}">${writing[format].difference(value)}${errorLabel(error, format)}</i>`
}
