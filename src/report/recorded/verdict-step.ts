import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { html, type Html } from '../../text/html.ts'
import { signed } from '../chart/numbers.ts'

/** A step as an action, the world's text, and the verdicts on it. */
export const verdictStep = (row: EpisodeRow): Html =>
  html`<li>
    <p class="action">${row.action === '' ? '(nothing)' : row.action}${cutOffMark(row)}</p>
    <p class="observation">${row.observation}</p>
    <p class="verdicts">${labelHtml(row)} ${verdictLabels(row)} ${invalid(row)} ${credit(row)}</p>
  </li>`

/** Nothing where the answer was not cut off. */
export const cutOffMark = ({ finish }: EpisodeRow): Html | null =>
  finish === 'length' ? html` <span class="verdict unclear">cut off</span>` : null

/** Nothing where the world has no label of the step. */
export const labelHtml = ({ good, goodReason }: EpisodeRow): Html | null =>
  good === null
    ? null
    : html`<span class="verdict ${good ? 'better' : 'worse'}" title="expert"
        >expert ${good ? '+' : '−'} <small>${goodReason}</small></span
      >`

export const verdictLabels = ({ verdicts, verdictReasons }: EpisodeRow): readonly Html[] =>
  verdicts.map(
    (verdict, index) =>
      html`<span class="verdict ${classes[verdict]}"
        >${signs[verdict]} <small>${verdictReasons[index] ?? ''}</small></span
      >`,
  )

export const invalid = ({ invalid: reason }: EpisodeRow): Html | null =>
  reason === null ? null : html`<span class="verdict unclear">invalid <small>${reason}</small></span>`

export const credit = ({ reward, advantage }: EpisodeRow): Html =>
  html`<span class="numbers">R ${signed(reward)} · A ${signed(advantage)}</span>`

const signs = { '1': '+', '0': '?', '-1': '−' } as const
const classes = { '1': 'better', '0': 'unclear', '-1': 'worse' } as const
