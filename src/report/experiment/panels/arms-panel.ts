/** The arms in a table: how far their runs have come, and each measure at the last common point. */
import type { MeasuredRun } from '../../../experiment/results/measured-run.ts'
import { html, type Html } from '../../../text/html.ts'
import { duration } from '../../chart/numbers.ts'
import { lastMean } from '../look/arm-curve.ts'
import { armName, type ArmLook } from '../look/arm-look.ts'
import type { MeasureWords } from '../look/measure-words.ts'

export function armsPanel(words: readonly MeasureWords[], looks: readonly ArmLook[]): Html {
  return html`<section>
    <h2>Arms</h2>
    <div class="scroll">
      <table class="arms">
        <thead>
          <tr>
            <th>arm</th>
            ${words.map(({ heading }) => html`<th class="n"><span>${heading}</span></th>`)}
            <th class="n">seeds</th>
            <th class="n">iteration</th>
            <th class="n">tokens</th>
            <th class="n">time</th>
          </tr>
        </thead>
        <tbody>
          ${looks.map(look => row(look, words, looks))}
        </tbody>
      </table>
    </div>
    <p class="note">
      Means over the seeds at the last iteration that all of them have been measured at; ± is one standard error over
      seeds. Tokens and time of a run, evaluations left out.
    </p>
    <details>
      <summary>Runs</summary>
      <ul class="runs">
        ${looks.flatMap(({ colour, runs }) => runs.map(run => html`<li class="arm c${colour}">${progress(run)}</li>`))}
      </ul>
    </details>
  </section>`
}

function row(look: ArmLook, words: readonly MeasureWords[], looks: readonly ArmLook[]): Html {
  const { name, about, runs } = look
  const last = runs.flatMap(({ points }) => points.at(-1) ?? [])
  const seconds = meanOf(last.map(point => point.seconds))
  return html`<tr>
    <th>${armName(looks, name)}<small>${about}</small></th>
    ${words.map(measure => html`<td class="n">${cell(look, measure)}</td>`)}
    <td class="n">${runs.length}</td>
    <td class="n">${iterationsOf(runs)}</td>
    <td class="n">${tokensLabel(meanOf(last.map(({ tokens }) => tokens)))}</td>
    <td class="n">${seconds === null ? '–' : duration(seconds * 1000)}</td>
  </tr>`
}

function cell(look: ArmLook, { name, value, error }: MeasureWords): Html {
  const last = lastMean(look, name)
  if (last === null) return html`–`
  return html`${value(last.mean)}${last.error === null || last.error === 0 ? null : html`<span class="error"> ± ${error(last.error)}</span>`}`
}

/** Of the run that is behind and of the one that is ahead. */
function iterationsOf(runs: readonly MeasuredRun[]): string {
  const reached = runs.map(reachedBy)
  if (reached.length === 0) return '–'
  const [least, greatest] = [Math.min(...reached), Math.max(...reached)]
  return least === greatest ? String(least) : `${least} – ${greatest}`
}

const reachedBy = ({ points }: MeasuredRun): number => points.at(-1)?.iteration ?? 0

function progress(run: MeasuredRun): Html {
  const { name, directory, config } = run
  const reached = reachedBy(run)
  const state = reached >= config.iterations ? 'finished' : `measured at ${reached} of ${config.iterations} iterations`
  return html`<b>${name}</b> <span>${state}</span> <code>${directory}</code>`
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const tokensLabel = (tokens: number | null): string => {
  if (tokens === null) return '–'
  const [size, unit] = tokens >= 999.5e6 ? [1e9, 'G'] : tokens >= 999.5e3 ? [1e6, 'M'] : [1e3, 'k']
  return `${(tokens / size).toPrecision(3)}${unit}`
}
