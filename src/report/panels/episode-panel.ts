/** Two episodes step by step: one of the first iteration, one of the last. */
import { holdsPrograms } from '../../run/program-lines.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { html, type Html } from '../../text/html.ts'
import { programStep } from '../recorded/program-step.ts'
import type { ReportData } from './report-data.ts'
import { screensPanel } from './screens-panel.ts'
import { outcomeBadge } from './outcome-badge.ts'
import { verdictStep } from '../recorded/verdict-step.ts'

export function episodePanel(data: ReportData): Html | null {
  const { early, late, screened } = data
  if (early === null) return null
  if (screened.length > 0) return screensPanel(screened, readingOf(early))
  return html`<section>
    <h2>One episode before, one after</h2>
    <p class="note">
      The first episode with verdicts of the first and of the last iteration. ${readingOf(early)} R is the policy's
      reward for the step, A its advantage.
    </p>
    <div class="episodes">${episode('Before', early)}${late === null ? null : episode('After', late)}</div>
  </section>`
}

/** Text next to the steps. */
function readingOf(rows: readonly EpisodeRow[]): string {
  if (rows.some(({ tests }) => tests.length > 0))
    return "Tests are the observer's, which sees no program; beside each are the shares of the group's correct and wrong programs that pass it. The expert's label is for comparison and shown to no model."
  if (rows.some(({ verdicts }) => verdicts.length > 0))
    return "Verdicts are the observer's, with its reasons; the expert's label is for comparison and shown to no model."
  return ''
}

function episode(title: string, rows: readonly EpisodeRow[]): Html {
  const [first] = rows
  return html`<article>
    <h3>
      ${title} ${first === undefined ? null : outcomeBadge(first)}
      <code>${first?.episode ?? ''}</code>
    </h3>
    <blockquote>${first?.opening ?? ''}</blockquote>
    <ol class="steps">
      ${rows.map(holdsPrograms(rows) ? programStep : verdictStep)}
    </ol>
  </article>`
}
