import type { Widget, WidgetLook } from './widget.ts'

/** Their names are for assistive technology alone. */
const unlabelled: ReadonlySet<WidgetLook> = new Set(['region', 'toolbar', 'list', 'menu', 'table', 'row', 'separator'])

/** Text on a widget besides its value: nothing, if the value includes its whole name. */
export function labelToShow(widget: Widget): string {
  const { look, label, children } = widget
  if (unlabelled.has(look)) return ''
  const said = children.map(textOf).join(' ')
  return label !== '' && label.split(/\s+/).every(word => said.includes(word)) ? '' : label
}

/** All that is read in a widget. */
const textOf = ({ label, value, children }: Widget): string => [label, value, ...children.map(textOf)].join(' ')
