/** Widgets as HTML that looks like an interface and is none: nothing in it can be pressed, filled or followed. */
import type { ActionMark } from '../../gui/widgets/action-marks.ts'
import type { Widget, WidgetLook } from '../../gui/widgets/widget.ts'
import { labelToShow } from '../../gui/widgets/label-to-show.ts'
import { html, type Html } from '../../text/html.ts'

/** @param marks of the action, by the bids of the elements: these are highlighted, with the typed or chosen value. */
export function widgetHtml(widget: Widget, marks: ReadonlyMap<string, ActionMark>): Html {
  const { look, bid, on, focused, disabled } = widget
  const mark = bid === null ? null : (marks.get(bid) ?? null)
  const states = [mark && 'acted', focused && 'focus', disabled && 'off', on !== null && on !== false && 'on']
  const classes = ['w', look, ...states.filter(state => typeof state === 'string')].join(' ')
  return html`<div class="${classes}">${mark === null ? null : badge(mark)}${bodyOf(widget, mark, marks)}</div>`
}

/** The verb, and a key that was pressed: typed text is shown in the field. */
const badge = ({ verb, given }: ActionMark): Html =>
  html`<b class="act">${verb === 'press' ? `${verb} ${given ?? ''}` : verb}</b>`

function bodyOf(widget: Widget, mark: ActionMark | null, marks: ReadonlyMap<string, ActionMark>): Html {
  const { look, on, children } = widget
  const label = labelToShow(widget)
  const inside = children.map(child => widgetHtml(child, marks))
  switch (look) {
    case 'field':
    case 'select':
      return html`${label === '' ? null : html`<span class="label">${label}</span>`}<span class="box"
          >${held(widget, mark)}</span
        >`
    case 'check-box':
    case 'radio-button':
      return html`${tick(on)}${label}${inside}`
    default:
      return html`${label === '' ? null : titled.has(look) ? html`<div class="title">${label}</div>` : label}${inside}`
  }
}

const tick = (on: Widget['on']): Html => {
  const state = on === 'mixed' ? on : on === true ? 'on' : 'off'
  return html`<span class="tick" role="img" aria-label="${state}"></span>`
}

/** Their labels are above their values. */
const titled: ReadonlySet<WidgetLook> = new Set(['page', 'dialog', 'group'])

/** A field's old value and its new one. */
function held({ value }: Widget, mark: ActionMark | null): Html {
  const given = mark === null || mark.verb === 'press' ? null : mark.given
  if (given === null || given === value) return html`${value}`
  return html`${value === '' ? null : html`<del>${value}</del> `}<ins>${given}</ins>`
}
