/** One action on a desk. */
import {
  inputNotFillable,
  noSuchElement,
  notFillable,
  notSelectable,
  timedOut,
  unknownAction,
  unknownKey,
} from '../../../src/gui/actions/action-fault.ts'
import type { GuiAction, GuiActionName } from '../../../src/gui/actions/gui-action.ts'
import type { DeskElement } from '../screen/element.ts'
import { rowsShown, type DeskState } from '../screen/state.ts'
import { activated, filled, focused, keyed, withDraft } from './controls.ts'
import { screenOf } from './screen.ts'

/** There is one page, and nobody to be talked to. */
export const deskActions: readonly GuiActionName[] = [
  ...(['click', 'dblclick', 'hover', 'focus', 'clear', 'fill', 'select_option', 'press', 'scroll', 'noop'] as const),
]

/** @throws {ActionFault} if it cannot be done. */
export function carryOut(state: DeskState, action: GuiAction): DeskState {
  switch (action.kind) {
    case 'click':
    case 'dblclick': {
      const element = reached(state, action.bid, action.kind)
      if (action.button !== 'left') return focused(state, element)
      const clicked = activated(focused(state, element), element)
      return action.kind === 'click' ? clicked : clickedAgain(clicked, element)
    }
    case 'hover':
      reached(state, action.bid, 'hover')
      return state
    case 'focus':
      return focused(state, reached(state, action.bid, 'focus'))
    case 'clear':
      return fill(state, action.bid, 'clear', '')
    case 'fill':
      return fill(state, action.bid, 'fill', action.value)
    case 'select_option':
      return select(state, action.bid, action.options)
    case 'press':
      return press(state, action.bid, action.keys)
    case 'scroll':
      return scroll(state, action.y)
    case 'noop':
      return state
    default:
      throw unknownAction(action.kind)
  }
}

/** The element of a number. @throws {ActionFault} if there is none, or if it is hidden or covered by a dialog. */
function reached(state: DeskState, bid: string, method: string): DeskElement {
  const { numbers } = state.bids
  const element = screenOf(state).reachable.find(({ key }) => String(numbers[key]) === bid)
  if (element !== undefined) return element
  const isHidden = /^\d+$/.test(bid) && Number(bid) < state.bids.next
  throw isHidden ? timedOut(method) : noSuchElement(bid)
}

/** The second click of two, if the element is still there. */
function clickedAgain(state: DeskState, { key }: DeskElement): DeskState {
  const element = screenOf(state).reachable.find(each => each.key === key)
  return element === undefined ? state : activated(state, element)
}

function fill(state: DeskState, bid: string, method: string, value: string): DeskState {
  const element = reached(state, bid, method)
  if (element.tag !== 'input') throw notFillable(method)
  if (element.role !== 'textbox') throw inputNotFillable(method, element.role)
  return filled(focused(state, element), element, value)
}

/** Of several options a list that takes one takes the last that it has. */
function select(state: DeskState, bid: string, wanted: readonly string[]): DeskState {
  const element = reached(state, bid, 'select_option')
  if (element.options === undefined) throw notSelectable()
  const option = wanted.findLast(each => element.options?.includes(each))
  if (option === undefined) throw timedOut('select_option')
  return option === element.value ? state : withDraft(state, element.key, option)
}

const knownKeys =
  /^(?:(?:Alt|Control|ControlOrMeta|Meta|Shift)\+)*(?:.|Arrow(?:Up|Down|Left|Right)|Backspace|Delete|End|Enter|Escape|F\d\d?|Home|Page(?:Up|Down)|Space|Tab)$/

function press(state: DeskState, bid: string, keys: string): DeskState {
  const element = reached(state, bid, 'press')
  if (!knownKeys.test(keys)) throw unknownKey(keys)
  return keyed(focused(state, element), element, keys)
}

/** Moves a list by as many rows as fit on the screen. */
function scroll(state: DeskState, y: number): DeskState {
  const total = screenOf(state).reachable.find(each => each.total !== undefined)?.total ?? 0
  const top = y > 0 ? state.top + rowsShown : state.top - rowsShown
  return y === 0 || top < 0 || top >= total ? state : { ...state, top }
}
