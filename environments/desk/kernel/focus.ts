/** Where the focus is, as in a browser. */
import type { DeskElement } from '../screen/element.ts'
import type { Caret, DeskState } from '../screen/state.ts'
import { screenOf, withScreen, type RenderedScreen } from './screen.ts'

const isControl = ({ tag }: DeskElement): boolean => tag === 'button' || tag === 'input' || tag === 'select'

/** A dialog can have it, and is passed over by Tab. */
export const isFocusable = (element: DeskElement): boolean => isControl(element) || element.tag === 'dialog'

/** With the focus on an element, or on the dialog or page around one that cannot have it. */
export function focusedOn(state: DeskState, element: DeskElement): DeskState {
  const focus = isFocusable(element) ? element.key : (screenOf(state).dialog?.key ?? null)
  return state.focus === focus ? state : withScreen({ ...state, focus }, screenOf(state))
}

export const focusedElement = (state: DeskState): DeskElement | null =>
  screenOf(state).reachable.find(({ key }) => key === state.focus) ?? null

/**
 * After something has changed on the screen: a dialog that opens takes the focus, one that closes gives it back, and a vanished
 * element has lost it.
 */
export function refocused(state: DeskState, before: DeskState): DeskState {
  const screen = screenOf(state)
  const [dialog, dialogBefore] = [screen.dialog, screenOf(before).dialog]
  const isThere = (key: string | null): boolean => screen.reachable.some(element => element.key === key)
  let { focus, back } = state
  if (dialog !== null && dialogBefore === null) {
    back = focus
    focus = screen.reachable.find(isControl)?.key ?? null
  } else if (dialog === null && dialogBefore !== null) {
    focus = back
    back = null
  }
  if (focus !== null && !isThere(focus)) focus = null
  const carets = caretsOn(screen, state.carets)
  if (focus === state.focus && back === state.back && carets === state.carets) return state
  return withScreen({ ...state, focus, back, carets }, screen)
}

/** Where the text of a field was set by the page, letters are put in at its end. */
function caretsOn({ reachable }: RenderedScreen, carets: DeskState['carets']): DeskState['carets'] {
  let changed: Record<string, Caret> | null = null
  for (const { key, role, value = '' } of reachable) {
    if (role !== 'textbox' || (carets[key]?.value ?? '') === value) continue
    changed ??= { ...carets }
    changed[key] = atEnd(value)
  }
  return changed ?? carets
}

export const atEnd = (value: string): Caret => ({ value, start: value.length, end: value.length })

/** The next element in the order of Tab, or the one before; after the last one comes the page's surroundings. */
export function focusedNext(state: DeskState, backwards: boolean): DeskState {
  const at = focusedElement(state)
  const able = screenOf(state).reachable.filter(element => isControl(element) && isStop(element, at))
  const ordered = backwards ? able.toReversed() : able
  const next = ordered[ordered.findIndex(({ key }) => key === at?.key) + 1]
  if (next === undefined) return withScreen({ ...state, focus: '' }, screenOf(state))
  const focused = focusedOn(state, next)
  if (next.role !== 'textbox') return focused
  const { key, value = '' } = next
  return { ...focused, carets: { ...focused.carets, [key]: { value, start: 0, end: value.length } } }
}

/** Of radio buttons that belong together one can be reached: the one that has the focus, or is checked. */
function isStop(element: DeskElement, at: DeskElement | null): boolean {
  if (element.role !== 'radio') return true
  if (at?.role === 'radio' && at.sets?.draft === element.sets?.draft) return at === element
  return element.props?.some(([name, is]) => name === 'checked' && is === 'true') ?? false
}
