/** The numbers that the curves are drawn from, at their last points. */
import type { MeanCurvePoint } from '../../../statistics/curve-band.ts'
import { html, type Html } from '../../../text/html.ts'
import { meansOf } from '../look/arm-curve.ts'
import { armName, type ArmLook } from '../look/arm-look.ts'
import type { MeasureWords } from '../look/measure-words.ts'

/** Rows of a table; earlier ones are in the runs' metrics. */
const maxRows = 8

export const numbersPanel = (measures: readonly MeasureWords[], looks: readonly ArmLook[]): Html =>
  html`<section>
    <h2>Numbers</h2>
    <p class="note">
      Means over seeds ± one standard error, at most the last ${maxRows} points; in brackets the seeds, where there are
      fewer than an arm has.
    </p>
    ${measures.map(measure => table(measure, looks))}
  </section>`

function table(words: MeasureWords, looks: readonly ArmLook[]): Html {
  const columns = looks.map(look => ({ look, means: meansOf(look, words.name) }))
  const places = [...new Set(columns.flatMap(({ means }) => means.map(({ at }) => at)))].sort((a, b) => a - b)
  return html`<details>
    <summary>${words.heading}</summary>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>iteration</th>
            ${looks.map(({ name }) => html`<th class="n">${armName(looks, name)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${places.slice(-maxRows).map(
            at =>
              html`<tr>
                <th>${at}</th>
                ${columns.map(({ look, means }) => {
                  const here = means.find(mean => mean.at === at)
                  return html`<td class="n">${here === undefined ? '–' : cell(here, look.runs.length, words)}</td>`
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}

const cell = ({ mean, error, count }: MeanCurvePoint, seeds: number, words: MeasureWords): Html =>
  html`${words.value(mean)}${error === null || error === 0 ? null : html`<span class="error"> ± ${words.error(error)}</span>`}${count < seeds ? html`<span class="error"> (${count})</span>` : null}`
