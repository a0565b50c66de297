/** Pictures of the first and of the last evaluation, from the run's folder. */
import { capitalised } from '../../text/capitalised.ts'
import { html, type Html } from '../../text/html.ts'
import type { ReportData } from './report-data.ts'

export function picturesPanel({ pictured }: ReportData): Html | null {
  if (pictured.length === 0) return null
  return html`<section>
    <h2>Evaluations, seen from above</h2>
    <p class="note">
      The first episode of each world, of the first and of the last evaluation: green ones reached their end, dots move
      as they did. Of worlds that see pictures, the first films.
    </p>
    <div class="charts">
      ${pictured.map(
        ({ iteration, title, source }) =>
          html`<figure>
            <h3>${capitalised(title)}</h3>
            <p class="note">${iteration === 0 ? 'before' : `after iteration ${iteration}`}</p>
            <img src="${source}" alt="${title}" loading="lazy" />
          </figure>`,
      )}
    </div>
  </section>`
}
