/** Events that the controls of a desk report, and their effects on the applications. */
import { pressed } from '../apps/desktop.ts'
import type { DeskElement } from '../screen/element.ts'
import { pixelsOfTurn, rowsShown, withOpen, type DeskState } from '../screen/state.ts'
import { screenOf } from './screen.ts'

/**
 * `press`: a button was pressed. `change`: the draft of a field has another value. `dismiss`: an open thing was left by
 * Escape. `turn`: the wheel was turned, by pixels, down if positive.
 */
export type ControlEvent =
  | { readonly kind: 'press'; readonly key: string }
  | { readonly kind: 'change'; readonly key: string; readonly value: string }
  | { readonly kind: 'dismiss' }
  | { readonly kind: 'turn'; readonly pixels: number }

/** The same state where nothing follows. */
export function used(state: DeskState, event: ControlEvent): DeskState {
  switch (event.kind) {
    case 'press':
      return pressed(state, event.key)
    case 'change': {
      const { key, value } = event
      const field = screenOf(state).elements.find(element => element.key === key)
      return field !== undefined && heldBy(field) === value
        ? state
        : { ...state, drafts: { ...state.drafts, [key]: value } }
    }
    case 'dismiss':
      return state.open === null ? state : withOpen(state, null)
    case 'turn':
      return turned(state, event.pixels)
  }
}

/** A field's value; of a list the option that is selected, whichever is marked. */
export const heldBy = ({ value, children: [list], options }: DeskElement): string | undefined =>
  options === undefined
    ? value
    : list?.children.find(({ props }) => props?.some(([name, is]) => name === 'selected' && is === true))?.name

/** The wheel moves the visible list, by as many rows as fit on the screen for each turn. */
function turned(state: DeskState, pixels: number): DeskState {
  const total = screenOf(state).reachable.find(each => each.total !== undefined)?.total ?? 0
  const last = Math.max(0, Math.ceil(total / rowsShown) - 1) * pixelsOfTurn
  const at = Math.min(last, Math.max(0, state.turned + pixels))
  return at === state.turned ? state : { ...state, turned: at, top: Math.floor(at / pixelsOfTurn) * rowsShown }
}
