import { programLines } from '../../run/program-lines.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { html, type Html } from '../../text/html.ts'
import { percentLabel, signed } from '../chart/numbers.ts'
import { credit, cutOffMark, invalid, labelHtml } from './verdict-step.ts'

/** A step as a program, its result, and the tests that were written for it. */
export const programStep = (row: EpisodeRow): Html =>
  html`<li class="program">
    <pre>${programLines(row.action).map(line => html`<code>${line === '' ? ' ' : line}</code>`)}</pre>
    <p class="observation">${row.observation}</p>
    <p class="verdicts">${cutOffMark(row)} ${labelHtml(row)} ${invalid(row)} ${credit(row)}</p>
    ${row.tests.length === 0 ? null : tests(row)}
  </li>`

function tests({ tests: texts, passedByCorrect, passedByIncorrect, noteRewards, noteAdvantages }: EpisodeRow): Html {
  return html`<div class="scroll">
    <table class="tests">
      <thead>
        <tr>
          <th>test</th>
          <th class="n" title="share of the group's correct programs that pass it">correct</th>
          <th class="n" title="share of the group's incorrect programs that pass it">wrong</th>
          <th class="n">R</th>
          <th class="n">A</th>
        </tr>
      </thead>
      <tbody>
        ${texts.map(
          (text, index) =>
            html`<tr>
              <td><code>${text === '' ? '(nothing)' : text}</code></td>
              <td class="n ${toneOf(passedByCorrect[index], 1)}">${percentLabel(passedByCorrect[index])}</td>
              <td class="n ${toneOf(passedByIncorrect[index], 0)}">${percentLabel(passedByIncorrect[index])}</td>
              <td class="n">${signed(noteRewards[index] ?? null, 0)}</td>
              <td class="n">${signed(noteAdvantages[index] ?? null)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Good where a perfect test gives the same. */
function toneOf(share: number | null | undefined, perfect: number): string {
  if (typeof share !== 'number') return ''
  return share === perfect ? 'better' : 'worse'
}
