/** A table of figures: a name a row, a figure a column. */
import { html, type Html } from '../../text/html.ts'

interface FigureRow {
  readonly name: string
  /** [columns] as they are shown. */
  readonly figures: readonly (string | Html)[]
}

/** @param columns [columns] their headings */
export const figuresTable = (columns: readonly string[], rows: readonly FigureRow[]): Html =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th></th>
          ${columns.map(column => html`<th class="n">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, figures }) =>
            html`<tr>
              <th>${name}</th>
              ${figures.map(figure => html`<td class="n">${figure}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
