/** Built-in effects of clicks and keys on controls, as in a browser. */
import type { KeyStroke } from '../../../src/gui/actions/keys.ts'
import type { DeskElement } from '../screen/element.ts'
import type { Caret, DeskState } from '../screen/state.ts'
import { fired } from './fire.ts'
import { atEnd, focusedElement, focusedNext, focusedOn, isFocusable } from './focus.ts'
import { keyedInChoice, pickerClosed, pickerOpened } from './picker.ts'
import { screenOf, withScreen } from './screen.ts'
import { afterKey, lastWordOf } from './typing.ts'

/** A mouse button goes down on an element: an open list closes, and the focus moves. @param count of clicks so far. */
export function pointed(state: DeskState, element: DeskElement, count = 1): DeskState {
  const placed = focusedOn(pickerClosed(state), element)
  const { role, value = '' } = element
  return role === 'textbox' ? withCaret(placed, element, count === 2 ? lastWordOf(value) : atEnd(value)) : placed
}

/** One click with the left button. */
export function clicked(state: DeskState, element: DeskElement, count: number): DeskState {
  const wasOpen = state.picker?.key === element.key
  const placed = pointed(state, element, count)
  if (element.options !== undefined) return wasOpen ? placed : pickerOpened(placed, element)
  const field = fieldOf(placed, element)
  if (field === element) return activated(placed, element)
  /* The second click on a label has selected its text, and leaves the focus alone. */
  const focused = count === 2 ? placed : focusedOn(placed, field)
  return field.options === undefined ? activated(focused, field) : focused
}

/** Check boxes and radio buttons change, buttons are pressed; of everything else nothing follows. */
function activated(state: DeskState, element: DeskElement): DeskState {
  if (element.sets !== undefined) {
    const { draft: key, value } = element.sets
    const isChosen = element.role === 'radio' && element.props?.[0]?.[1] === 'true'
    return isChosen ? state : fired(state, { kind: 'change', key, value })
  }
  return element.tag === 'button' ? fired(state, { kind: 'press', key: element.key }) : state
}

/** The field that a label belongs to; of everything else the element itself. */
export const fieldOf = (state: DeskState, element: DeskElement): DeskElement =>
  element.labels === undefined
    ? element
    : (screenOf(state).elements.find(({ key }) => key === element.labels) ?? element)

/** Text is written into a field and replaces its text. */
export function filled(state: DeskState, element: DeskElement, value: string): DeskState {
  const placed = withCaret(focusedOn(pickerClosed(state), element), element, atEnd(value))
  return fired(placed, { kind: 'change', key: element.key, value })
}

/**
 * A program puts the focus on an element; not on one that cannot have it, is covered or out of sight.
 *
 * @param toStart whether letters are then put in before the text of a field that is no label.
 */
export function placedOn(state: DeskState, element: DeskElement | null, toStart: boolean): DeskState {
  const field = element === null ? null : fieldOf(state, element)
  if (field === null || !isFocusable(field) || field.key === state.focus) return state
  const placed = focusedOn(pickerClosed(state), field)
  const { role, value = '' } = field
  return toStart && field === element && role === 'textbox'
    ? withCaret(placed, field, { value, start: 0, end: 0 })
    : placed
}

/** An open list closes, and the list of the page moves. */
export const turnedWheel = (state: DeskState, pixels: number): DeskState =>
  fired(pickerClosed(state), { kind: 'turn', pixels })

/** A key on whatever has the focus; keys that do nothing there change nothing. */
export function keyed(state: DeskState, stroke: KeyStroke): DeskState {
  const { key, held } = stroke
  const element = focusedElement(state)
  if (element !== null && state.picker !== null) return keyedInChoice(state, element, stroke)
  if (key.key === 'Escape') return held.length === 0 ? fired(state, { kind: 'dismiss' }) : state
  if (key.key === 'Tab') return held.every(each => each === 'Shift') ? focusedNext(state, held.length > 0) : state
  if (element === null) return state
  switch (element.role) {
    case 'textbox':
      return keyedInText(state, element, stroke)
    case 'combobox':
      return keyedInChoice(state, element, stroke)
    case 'checkbox':
    case 'radio':
      return keyedInBox(state, element, stroke)
    default:
      return held.length === 0 && (key.key === 'Enter' || key.key === ' ') ? activated(state, element) : state
  }
}

function keyedInText(state: DeskState, element: DeskElement, stroke: KeyStroke): DeskState {
  if (stroke.key.text === '\r') return submitted(state)
  const { value = '' } = element
  const before = state.carets[element.key] ?? atEnd(value)
  const after = afterKey(before, stroke)
  if (after === before) return state
  return fired(withCaret(state, element, after), { kind: 'change', key: element.key, value: after.value })
}

function keyedInBox(state: DeskState, element: DeskElement, { key, held }: KeyStroke): DeskState {
  if (key.text === '\r') return submitted(state)
  if (held.length > 0) return state
  if (key.key === ' ') return activated(state, element)
  const step = element.role === 'radio' ? arrows[key.key] : undefined
  if (step === undefined) return state
  const group = screenOf(state).reachable.filter(({ sets }) => sets?.draft === element.sets?.draft)
  const next = group[(group.indexOf(element) + step + group.length) % group.length]
  return next === undefined ? state : activated(focusedOn(state, next), next)
}

const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Enter in a field presses the button of its form. */
function submitted(state: DeskState): DeskState {
  const submit = screenOf(state).reachable.find(({ submits }) => submits === true)
  return submit === undefined ? state : activated(state, submit)
}

const withCaret = (state: DeskState, { key }: DeskElement, caret: Caret): DeskState =>
  withScreen({ ...state, carets: { ...state.carets, [key]: caret } }, screenOf(state))
