/** Two episodes step by step: one of the first iteration, one of the last. */
import type { EpisodeRow } from '../run-directory/episode-row.ts'
import { html, type Html } from './html.ts'
import { signed } from './numbers.ts'
import type { ReportData } from './report-data.ts'

export function episodePanel({ early, late }: ReportData): Html | null {
  if (early === null) return null
  return html`<section>
    <h2>One episode before, one after</h2>
    <p class="note">
      The first judged episode of the first and of the last iteration. Votes are the reward model's, with its reasons;
      the planner's label is for comparison and shown to no model. R is the policy's reward for the step, A its
      advantage.
    </p>
    <div class="episodes">${episode('Before', early)}${late === null ? null : episode('After', late)}</div>
  </section>`
}

function episode(title: string, rows: readonly EpisodeRow[]): Html {
  const [first] = rows
  return html`<article>
    <h3>
      ${title}
      <span class="badge ${first?.won === true ? 'better' : 'worse'}">${first?.won === true ? 'won' : 'lost'}</span>
      <code>${first?.episode ?? ''}</code>
    </h3>
    <blockquote>${first?.opening ?? ''}</blockquote>
    <ol class="steps">
      ${rows.map(step)}
    </ol>
  </article>`
}

const step = (row: EpisodeRow): Html =>
  html`<li>
    <p class="action">${row.action === '' ? '(nothing)' : row.action}</p>
    <p class="observation">${row.observation}</p>
    <p class="judgement">
      <span class="vote ${row.good ? 'better' : 'worse'}" title="planner"
        >planner ${row.good ? '+' : '−'} <small>${row.goodReason}</small></span
      >
      ${row.votes.map((vote, index) => html`<span class="vote ${classes[vote]}">${signs[vote]} <small>${row.voteReasons[index] ?? ''}</small></span>`)}
      ${row.invalid === null ? null : html`<span class="vote unclear">invalid <small>${row.invalid}</small></span>`}
      <span class="numbers">R ${signed(row.reward)} · A ${signed(row.advantage)}</span>
    </p>
  </li>`

const signs = { '1': '+', '0': '?', '-1': '−' } as const
const classes = { '1': 'better', '0': 'unclear', '-1': 'worse' } as const
