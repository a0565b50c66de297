/** Whether charts whose values span much are drawn on a logarithmic axis: an input that the style sheet looks at, for the page has no script. */
import { html } from '../../text/html.ts'

export const axisChoice = html`<p class="note axis-choice">
  <label><input type="checkbox" id="log-axes" /> logarithmic axis where values span more than tenfold</label>
</p>`

/** Where a browser does not know `:has`, all axes are linear and there is no choice; nor is there where no chart has both. */
export const axisStyles = `
svg.log, .axis-choice { display: none }
main:has(svg.log) .axis-choice { display: block }
main:has(#log-axes:checked) figure:has(svg.log) svg.linear { display: none }
main:has(#log-axes:checked) svg.log { display: block }
@media print { .axis-choice { display: none } }
`
