/** The run in five numbers, and before against after in a table. */
import type { Summary } from '../events.ts'
import type { JudgeQuality } from '../metrics.ts'
import { html, type Html } from './html.ts'
import { percent, signed, standardError } from './numbers.ts'
import type { ReportData } from './report-data.ts'

export function headline({ summary, metrics }: ReportData): Html {
  if (summary === null) return html`<p class="note">Nothing has been measured yet.</p>`
  const after = summary.after ?? latest(summary.before, metrics)
  const rows = after === null ? [] : comparisons(summary.before, after)
  return html`<section>
    <div class="cards">
      ${rows.filter(row => row.card).map(card)}
      <div class="card"><b>${(after ?? summary.before).accepted}</b><span>tasks accepted</span></div>
    </div>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th></th>
            <th class="n">before</th>
            <th class="n">after</th>
            <th class="n">points</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            row =>
              html`<tr>
                <th>${row.name}</th>
                <td class="n">${row.before}</td>
                <td class="n">${row.after}</td>
                <td class="n">${change(row)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="note">
      ± is one standard error.
      ${summary.after === null ? 'The run has not ended: “after” is its last measurement.' : ''}
    </p>
  </section>`
}

interface Comparison {
  readonly name: string
  readonly before: string
  readonly after: string
  /** Difference of the shares, or `null` where one is missing. */
  readonly difference: number | null
  /** Whether it is shown large. */
  readonly card: boolean
}

function comparisons(before: Summary, after: Summary): readonly Comparison[] {
  const successes = after.evaluations.map((success, index): Comparison => {
    const { split, temperature, rate, tasks } = success
    const earlier = before.evaluations.find(each => each.split === split && each.temperature === temperature)
    return {
      name: `success, ${split}, ${temperature === 0 ? 'greedy' : `temperature ${temperature}`}`,
      before: earlier === undefined ? '–' : withError(earlier.rate, earlier.tasks),
      after: withError(rate, tasks),
      difference: earlier === undefined ? null : rate - earlier.rate,
      card: after.evaluations.findIndex(each => each.split === split) === index,
    }
  })
  const judge = measures.map(([name, of, card]): Comparison => {
    const [from, to] = [before.probe && of(before.probe), after.probe && of(after.probe)]
    const difference = from === null || to === null ? null : to - from
    return { name: `reward model, ${name}`, before: percent(from, 1), after: percent(to, 1), difference, card }
  })
  return before.probe === null && after.probe === null ? successes : [...successes, ...judge]
}

const measures: readonly (readonly [string, (quality: JudgeQuality) => number | null, boolean])[] = [
  ['balanced process accuracy', quality => quality.processBalanced, true],
  ['process accuracy', quality => quality.process, false],
  ['outcome accuracy', quality => quality.outcome, true],
  ['votes + on steps of won episodes, p₊', quality => quality.pPlus, false],
  ['votes − on steps of lost episodes, p₋', quality => quality.pMinus, false],
]

/** Of a run that goes on: its last measurement. */
function latest(before: Summary, metrics: ReportData['metrics']): Summary | null {
  const measured = metrics.findLast(({ evaluations }) => evaluations.length > 0)
  if (measured === undefined) return null
  const { iteration, evaluations, probe, adaptation } = measured
  return { ...before, iteration, evaluations, probe, accepted: adaptation.acceptedHarder + adaptation.acceptedEasier }
}

const card = (row: Comparison): Html =>
  html`<div class="card"><b>${row.after.split(' ±')[0] ?? ''}</b>${change(row)}<span>${row.name}</span></div>`

const change = ({ difference }: Comparison): Html =>
  difference === null
    ? html`<i>–</i>`
    : html`<i class="${difference < 0 ? 'worse' : 'better'}">${signed(difference * 100, 1)}</i>`

const withError = (rate: number, tasks: number): string =>
  `${percent(rate, 1)} ± ${(standardError(rate, tasks) * 100).toFixed(1)}`
