/** An episode as a film: its screens one at a time, each with the action on it and its result. */
import type { ShownScreen } from '../../contracts/worlds/environment.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { html, type Html } from '../../text/html.ts'
import { credit, invalid, labelHtml, verdictLabels } from '../recorded/verdict-step.ts'
import { screenHtml } from './screen-html.ts'

interface Film {
  /** Unlike that of every other film of the page; letters, digits and dashes. */
  readonly id: string
  /** [T] of one episode, in order. */
  readonly rows: readonly EpisodeRow[]
  /** [T + 1]: before each action, and after the last. */
  readonly screens: readonly ShownScreen[]
  /** [T + 1] addresses of pictures of them, or none. */
  readonly pictures: readonly string[]
}

/** Radio buttons choose the frame, so that arrow keys page through it and no script is needed. */
export const film = ({ id, rows, screens, pictures }: Film): Html =>
  html`<fieldset class="film">
    <legend>Steps (arrow keys turn the page)</legend>
    <div class="reel">
      ${screens.map((screen, index) => frame({ id, index, row: rows[index] ?? null, screen, picture: pictures[index] ?? null }, rows))}
    </div>
  </fieldset>`

interface Frame {
  readonly id: string
  readonly index: number
  /** `null` after the last step. */
  readonly row: EpisodeRow | null
  readonly screen: ShownScreen
  readonly picture: string | null
}

function frame({ id, index, row, screen, picture }: Frame, rows: readonly EpisodeRow[]): Html {
  const title = row === null ? 'end' : String(row.step)
  return html`<input type="radio" name="${id}" id="${id}-${index}" ${index === 0 ? html`checked` : null} /><label
      for="${id}-${index}"
      class="${toneOf(row)}"
      ><span class="unseen">step </span>${title}<span class="unseen"> ${row?.action ?? ''}</span></label
    >
    <section class="frame" aria-label="${row === null ? 'the end' : `step ${title}`}">
      <div class="shown">
        ${screenHtml(screen)}
        ${picture === null ? null : html`<img src="${picture}" alt="screenshot" loading="lazy" />`}
      </div>
      <div class="told">${row === null ? ending(rows) : step(row, screen.calls)}</div>
    </section>`
}

/** Of a step without a label, and of the end: none. */
function toneOf(row: EpisodeRow | null): string {
  const good = row?.good ?? null
  return good === null ? '' : good ? 'better' : 'worse'
}

const ending = (rows: readonly EpisodeRow[]): Html =>
  html`<p class="action">${rows[0]?.won === true ? 'Won.' : 'Not won.'}</p>`

function step(row: EpisodeRow, calls: string): Html {
  const refusal = /^\w*Error\b.*/.exec(row.observation)?.[0] ?? null
  return html`<p class="action">${row.action === '' ? '(nothing)' : row.action}</p>
    ${calls === row.action || calls === '' ? null : html`<p class="note"><code>${calls}</code></p>`}
    ${refusal === null ? null : html`<p class="worse">${refusal}</p>`}
    <p class="verdicts">${labelHtml(row)} ${verdictLabels(row)} ${invalid(row)} ${credit(row)}</p>
    <details>
      <summary>Observation</summary>
      <pre>${row.observation}</pre>
    </details>`
}
