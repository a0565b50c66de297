/** What controls do by themselves when they are used, as in a browser. */
import { pressed } from '../apps/desktop.ts'
import type { DeskElement } from '../screen/element.ts'
import { withOpen, type DeskState } from '../screen/state.ts'
import { screenOf } from './screen.ts'

export const withDraft = (state: DeskState, key: string, value: string): DeskState => ({
  ...state,
  drafts: { ...state.drafts, [key]: value },
})

export const focused = (state: DeskState, element: DeskElement): DeskState =>
  isFocusable(element) ? { ...state, focus: element.key } : state

/** Check boxes and radio buttons change, buttons are pressed; of everything else nothing follows. */
export function activated(state: DeskState, element: DeskElement): DeskState {
  if (element.sets !== undefined) return withDraft(state, element.sets.draft, element.sets.value)
  return element.tag === 'button' ? pressed(state, element.key) : state
}

/** Text is written into a field, in place of what it held. */
export const filled = (state: DeskState, element: DeskElement, value: string): DeskState =>
  value === element.value ? state : withDraft(state, element.key, value)

/** A key on an element that has the focus; keys that do nothing here change nothing. */
export function keyed(state: DeskState, element: DeskElement, keys: string): DeskState {
  if (keys === 'Escape') return state.open === null ? state : withOpen(state, null)
  if (keys === 'Tab') return focusedNext(state, element)
  if (element.role === 'textbox') return keyedInText(state, element, keys)
  const isPressed = keys === 'Enter' ? element.sets === undefined : keys === ' ' || keys === 'Space'
  return isPressed ? activated(state, element) : state
}

/** Enter sends the form off by its button. */
function keyedInText(state: DeskState, element: DeskElement, keys: string): DeskState {
  const { value = '', submit } = element
  if (keys === 'Enter') return submit === undefined ? state : pressed(state, submit)
  if (keys === 'Backspace') return filled(state, element, value.slice(0, -1))
  const typed = keys === 'Space' ? ' ' : keys
  return typed.length === 1 ? filled(state, element, value + typed) : state
}

const isFocusable = ({ tag }: DeskElement): boolean => ['button', 'input', 'select'].includes(tag)

/** After the last element that can have the focus comes the first. */
function focusedNext(state: DeskState, element: DeskElement): DeskState {
  const able = screenOf(state).reachable.filter(isFocusable)
  const next = able[(able.findIndex(({ key }) => key === element.key) + 1) % able.length]
  return next === undefined ? state : { ...state, focus: next.key }
}
