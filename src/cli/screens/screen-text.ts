/** A screen as text, for a terminal of fixed-width letters: boxes, and one line for neighbouring widgets. */
import type { ShownScreen } from '../../contracts/worlds/environment.ts'
import { actionMarks, type ActionMark } from '../../gui/widgets/action-marks.ts'
import { labelToShow } from '../../gui/widgets/label-to-show.ts'
import { readWidgets } from '../../gui/widgets/read-widgets.ts'
import type { Widget } from '../../gui/widgets/widget.ts'
import { boxed, flowed, plainText } from './lines.ts'

type Marks = ReadonlyMap<string, ActionMark>

/** Letters of a line below which no further box is drawn. */
const narrowest = 12

/** @param width letters of a line, at least 20. */
export function screenText({ tree, calls }: ShownScreen, width: number): string {
  const widgets = readWidgets(tree)
  if (widgets === null) return tree.split('\n').map(plainText).join('\n')
  const { root, omitted } = widgets
  const inside = blockOf(root.children, actionMarks(calls), width - 4)
  const more = omitted === 0 ? [] : [`… and ${omitted} more`]
  return boxed(plainText(root.label), [...inside, ...more], width).join('\n')
}

/** Lines of widgets one under another; those of a line are side by side as far as they fit. */
function blockOf(widgets: readonly Widget[], marks: Marks, width: number): readonly string[] {
  const lines: string[] = []
  let row: string[] = []
  const endRow = (): void => {
    lines.push(...flowed(row, width))
    row = []
  }
  for (const widget of widgets) {
    const piece = pieceOf(widget, marks)
    if (piece !== null) row.push(piece)
    else {
      endRow()
      lines.push(...linesOf(widget, marks, width))
    }
  }
  endRow()
  return lines
}

/** A widget that takes a part of a line; `null` for one that takes whole lines. */
function pieceOf(widget: Widget, marks: Marks): string | null {
  const text = (): string => plainText([labelToShow(widget), ...widget.children.map(textOf)].join(' ').trim())
  switch (widget.look) {
    case 'button':
      return marked(widget, marks, `[${text()}]`)
    case 'link':
    case 'clickable':
      return marked(widget, marks, `‹${text()}›`)
    case 'tab':
      return marked(widget, marks, widget.on === true ? `/${text()}\\` : text())
    case 'image':
      return marked(widget, marks, `▦ ${text()}`.trim())
    case 'text':
      return text()
    default:
      return null
  }
}

function linesOf(widget: Widget, marks: Marks, width: number): readonly string[] {
  const { look, on, children } = widget
  const label = plainText(labelToShow(widget))
  const line = (text: string): readonly string[] => [
    ...flowed([marked(widget, marks, text)], width),
    ...blockOf(children, marks, width),
  ]
  switch (look) {
    case 'field':
    case 'select':
      return flowed(
        [marked(widget, marks, `${label === '' ? '' : `${label.replace(/:$/, '')}: `}[${held(widget, marks)}]`)],
        width,
      )
    case 'check-box':
      return line(`[${on === true ? 'x' : on === 'mixed' ? '-' : ' '}] ${label}`)
    case 'radio-button':
      return line(`(${on === true ? '•' : ' '}) ${label}`)
    case 'option':
    case 'menu-item':
      return flowed([marked(widget, marks, `${on === true ? '•' : '·'} ${textOf(widget)}`)], width)
    case 'heading':
      return flowed([marked(widget, marks, `═ ${textOf(widget)} ═`)], width)
    case 'separator':
      return ['─'.repeat(width)]
    case 'row':
      return flowed([children.map(textOf).join(' │ ')], width)
    case 'list':
      return children.flatMap(child => blockOf([child], marks, width))
    case 'dialog':
      if (width < narrowest) return [...flowed([label], width), ...blockOf(children, marks, width)]
      return boxed(label, blockOf(children, marks, width - 4), width)
    default: {
      const title = label === '' ? [] : [marked(widget, marks, label)]
      return [...flowed(title, width), ...blockOf(children, marks, width)]
    }
  }
}

/** All that is read in a widget, in a line. */
const textOf = (widget: Widget): string =>
  plainText([labelToShow(widget), widget.value, ...widget.children.map(textOf)].filter(text => text !== '').join(' '))

/** The action's effect on it is written before it. */
function marked({ bid, disabled }: Widget, marks: Marks, text: string): string {
  const mark = bid === null ? undefined : marks.get(bid)
  const shown = disabled ? `${text} (disabled)` : text
  if (mark === undefined) return shown
  return `▶ ${mark.verb}${mark.verb === 'press' ? ` ${plainText(mark.given ?? '')}` : ''} ${shown}`
}

/** A field's old value, and its new one. */
function held({ look, bid, value }: Widget, marks: Marks): string {
  const mark = bid === null ? undefined : marks.get(bid)
  const given = mark === undefined || mark.verb === 'press' ? null : mark.given
  const text = given === null || given === value ? value : `${value}${value === '' ? '' : ' '}→ ${given}`
  return plainText(text).padEnd(look === 'field' ? 12 : 0) + (look === 'select' ? ' ▾' : '')
}
