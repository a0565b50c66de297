import type { ShownScreen } from '../../contracts/worlds/environment.ts'
import { actionMarks } from '../../gui/widgets/action-marks.ts'
import { readWidgets } from '../../gui/widgets/read-widgets.ts'
import { html, type Html } from '../../text/html.ts'
import { widgetHtml } from './widget-html.ts'

/** A screen as a person would see it; its text where that is no accessibility tree. */
export function screenHtml({ tree, calls }: ShownScreen): Html {
  const widgets = readWidgets(tree)
  if (widgets === null) return html`<pre class="screen">${tree}</pre>`
  const more = widgets.omitted === 0 ? null : html`<p class="note">… and ${widgets.omitted} more</p>`
  return html`<div class="screen">${widgetHtml(widgets.root, actionMarks(calls))}${more}</div>`
}
