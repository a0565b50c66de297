/** Run in the page of a desk: a document whose events go to the same applications as the actions in the pure desk. */
import { screenOf } from '../kernel/screen.ts'
import { used, type ControlEvent } from '../kernel/use.ts'
import type { DeskDocument, DeskNode } from './document.ts'
import { isOpening } from './opening.ts'
import { renderer } from './render.ts'
import { taskBar } from './task-bar.ts'

declare const document: DeskDocument

const opening: unknown = await (await fetch('begun.json')).json()
if (!isOpening(opening)) throw new TypeError('begun.json is no desk')
let { state } = opening
const { show, elementOf } = renderer(document)
const report = opening.told === null ? () => {} : taskBar(document, opening.told)

/** Reports an event of a control. */
function fire(event: ControlEvent): void {
  state = used(state, event)
  show(screenOf(state).root)
  report(event)
}

const on = (type: string, listener: (node: DeskNode, key: string) => void): void =>
  document.addEventListener(type, ({ target, key = '' }) => listener(target, key), true)

on('click', node => {
  const element = elementOf(node)
  if (element?.tag === 'button') fire({ kind: 'press', key: element.key })
})
on('input', node => {
  const element = elementOf(node)
  if (element?.role === 'textbox') fire({ kind: 'change', key: element.key, value: node.value })
})
on('change', node => {
  const element = elementOf(node)
  if (element?.sets !== undefined) fire({ kind: 'change', key: element.sets.draft, value: element.sets.value })
  /* A list without a choice keeps its old value. */
  else if (element?.options !== undefined && node.value === '') show(screenOf(state).root)
  else if (element?.options !== undefined) fire({ kind: 'change', key: element.key, value: node.value })
})
on('keydown', (_, key) => {
  if (key === 'Escape' && state.open === 'menu') fire({ kind: 'dismiss' })
})
/** A dialog was left, by Escape. */
const leave = (node: DeskNode): void => {
  const { dialog } = screenOf(state)
  if (dialog !== null && elementOf(node)?.key === dialog.key) fire({ kind: 'dismiss' })
}
on('cancel', leave)
/* Reported some time later, perhaps when the dialog is open again. */
on('close', node => {
  if (!node.open) leave(node)
})
document.addEventListener('submit', event => event.preventDefault(), true)
document.addEventListener('wheel', ({ deltaY = 0 }) => fire({ kind: 'turn', pixels: deltaY }), true)

show(screenOf(state).root)
Object.assign(globalThis, {
  /** For tests: the page's contents, the focused element, and the selected text. */
  desk: () => {
    const node = document.activeElement
    const element = elementOf(node)
    const caret = element?.role === 'textbox' ? [node?.selectionStart, node?.selectionEnd] : null
    const { data, spot, open, top, turned, drafts } = state
    const focus = document.hasFocus() ? (element?.key ?? null) : ''
    return { data, spot, open, top, turned, drafts, focus, caret }
  },
})
