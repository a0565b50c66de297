/** The run in five numbers, and before against after in a table. */
import type { Summary } from '../run/events/events.ts'
import type { JudgePresentation } from '../reward/presentation.ts'
import { acceptedTasks, type JudgeQuality } from '../contracts/metrics.ts'
import { html, type Html } from '../text/html.ts'
import { judgeDifference } from '../reward/judge-difference.ts'
import { successDifference } from '../rollout/success-difference.ts'
import { isClear, type Difference } from '../statistics/difference.ts'
import { percentLabel, pointsLabel, successError } from './chart/numbers.ts'
import { figuresTable } from './panels/figures-table.ts'
import { presentationOf, type ReportData } from './panels/report-data.ts'

export function headline(data: ReportData): Html {
  const { summary, metrics } = data
  if (summary === null) return html`<p class="note">Nothing has been measured yet.</p>`
  const after = summary.after ?? latest(summary.before, metrics)
  const rows = after === null ? [] : comparisons(presentationOf(data), summary.before, after)
  return html`<section>
    <div class="cards">
      ${rows.filter(row => row.card).map(card)}
      <div class="card"><b>${(after ?? summary.before).accepted}</b><span>tasks accepted</span></div>
    </div>
    ${figuresTable(
      ['before', 'after', 'points'],
      rows.map(row => ({ name: row.name, figures: [cell(row.before), cell(row.after), change(row)] })),
    )}
    <p class="note">
      ± is one standard error; of a difference, over pairs: the same tasks before and after. Only a difference beyond
      two of its standard errors is coloured. ${unpairedNote(rows)}
      ${summary.after === null ? 'The run has not ended: “after” is its last measurement.' : ''} ${invalidNote(metrics)}
    </p>
  </section>`
}

/** In [0, 1], with its standard error where its trials are known. */
interface Share {
  readonly rate: number
  readonly error: number | null
}

interface Comparison {
  readonly name: string
  readonly before: Share | null
  readonly after: Share | null
  readonly difference: Difference | null
  /** Whether it is shown large. */
  readonly card: boolean
}

function comparisons(shown: JudgePresentation | null, before: Summary, after: Summary): readonly Comparison[] {
  const successes = after.evaluations.map((success, index): Comparison => {
    const { split, temperature, rate, tasks } = success
    const earlier = before.evaluations.find(each => each.split === split && each.temperature === temperature)
    return {
      name: `${shown?.success ?? 'success'}, ${split}, ${temperature === 0 ? 'greedy' : `temperature ${temperature}`}`,
      before: earlier === undefined ? null : { rate: earlier.rate, error: successError(earlier.rate, earlier.tasks) },
      after: { rate, error: successError(rate, tasks) },
      difference: earlier === undefined ? null : successDifference(earlier, success),
      card: after.evaluations.findIndex(each => each.split === split) === index,
    }
  })
  const judge = (shown?.headline ?? []).map(({ measure, card }): Comparison => {
    const { title, value } = measure
    const share = (probe: JudgeQuality | null): Share | null => {
      const rate = probe && value(probe)
      return rate === null ? null : { rate, error: null }
    }
    return {
      name: `reward model, ${title}`,
      before: share(before.probe),
      after: share(after.probe),
      difference: judgeDifference(measure, before.probe, after.probe),
      card,
    }
  })
  return before.probe === null && after.probe === null ? successes : [...successes, ...judge]
}

function unpairedNote(rows: readonly Comparison[]): string {
  const unpaired = rows.some(({ difference }) => difference !== null && difference.error === null)
  if (!unpaired) return ''
  return 'A difference without ± cannot be told from chance: the outcomes of single tasks were not kept both times, or are too few.'
}

function invalidNote(metrics: ReportData['metrics']): string {
  const episodes = metrics.reduce((sum, { invalid }) => sum + invalid, 0)
  const steps = metrics.reduce((sum, { invalidSteps }) => sum + invalidSteps, 0)
  if (episodes + steps === 0) return ''
  return `${episodes} episodes could not be played and ${steps} steps could not be judged; they left their groups.`
}

/** Of an unfinished run: its last measurement. */
function latest(before: Summary, metrics: ReportData['metrics']): Summary | null {
  const measured = metrics.findLast(({ evaluations }) => evaluations.length > 0)
  if (measured === undefined) return null
  const { iteration, evaluations, probe, adaptation } = measured
  return { ...before, iteration, evaluations, probe, accepted: acceptedTasks(adaptation) }
}

const card = (row: Comparison): Html =>
  html`<div class="card">
    <b>${row.after === null ? '–' : (row.after.rate * 100).toFixed(1)}<small>%</small></b
    >${change(row)}
    <span>${row.name}</span>
  </div>`

/** A share as a percentage; its error is a separate element, so that a phone can put it on a line of its own. */
const cell = (share: Share | null): Html =>
  share === null ? html`–` : html`${percentLabel(share.rate, 1)}${errorLabel(share.error)}`

const errorLabel = (error: number | null): Html | null =>
  error === null ? null : html`<span class="error"> ± ${(error * 100).toFixed(1)}</span>`

function change({ difference }: Comparison): Html {
  if (difference === null) return html`<i>–</i>`
  const { value, error } = difference
  const tone = !isClear(difference) ? '' : value < 0 ? 'worse' : 'better'
  return html`<i class="change ${tone}">${pointsLabel(value)}${errorLabel(error)}</i>`
}
