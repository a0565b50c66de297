/** One action on a desk. */
import {
  inputNotFillable,
  noSuchElement,
  notFillable,
  notSelectable,
  timedOut,
  unknownAction,
} from '../../../src/gui/actions/action-error.ts'
import type { GuiAction, GuiActionName } from '../../../src/gui/actions/gui-action.ts'
import type { DeskElement } from '../screen/element.ts'
import type { DeskState } from '../screen/state.ts'
import { keyOf, keyStroke, type KeyboardKey } from '../../../src/gui/actions/keys.ts'
import { clicked, fieldOf, filled, keyed, placedOn, pointed, turnedWheel } from './controls.ts'
import { optionChosen } from './picker.ts'
import { screenOf } from './screen.ts'

/** There is one page, and no chat. */
export const deskActions: readonly GuiActionName[] = [
  ...(['click', 'dblclick', 'hover', 'focus', 'clear', 'fill', 'select_option', 'press', 'scroll', 'noop'] as const),
]

/**
 * One action as a sequence of operations: a key is pressed when its element has the focus, which stays there even if there is no such
 * key; a text whose last letter is typed is first put in without it.
 */
export function actionParts(action: GuiAction): readonly ActionPart[] {
  if (action.kind === 'press')
    return [
      { kind: 'place', bid: action.bid },
      { kind: 'strike', keys: action.keys },
    ]
  if (action.kind !== 'fill' || !action.typeLast) return [action]
  const letters = [...action.value]
  const last = letters.pop()
  return [
    { kind: 'clear', bid: action.bid },
    ...(letters.length === 0 ? [] : [{ ...action, value: letters.join(''), typeLast: false }]),
    ...(last === undefined
      ? []
      : [{ kind: 'place', bid: action.bid } as const, { kind: 'type', letter: last } as const]),
  ]
}

type ActionPart =
  | GuiAction
  | { readonly kind: 'place'; readonly bid: string }
  | { readonly kind: 'strike'; readonly keys: string }
  | { readonly kind: 'type'; readonly letter: string }

/** @throws {ActionError} if it cannot be done. */
export function carryOut(state: DeskState, part: ActionPart): DeskState {
  switch (part.kind) {
    case 'click':
    case 'dblclick': {
      const { kind, bid, button } = part
      const element = reached(state, bid, kind)
      if (button !== 'left') return pointed(state, element)
      const once = clicked(state, element, 1)
      return kind === 'click' ? once : clickedAgain(once, element)
    }
    case 'hover':
      reached(state, part.bid, 'hover')
      return state
    case 'focus':
      return placedOn(state, reachableOf(state, part.bid), false)
    case 'place':
      return placedOn(state, reachableOf(state, part.bid), true)
    case 'clear':
      return fill(state, part.bid, 'clear', '')
    case 'fill':
      return fill(state, part.bid, 'fill', part.value)
    case 'select_option':
      return select(state, part.bid, part.options)
    case 'strike':
      return keyed(state, keyStroke(part.keys))
    case 'type':
      return keyed(state, { held: [], key: keyOf(part.letter) ?? unnamedKey(part.letter) })
    case 'scroll':
      return turnedWheel(state, part.y)
    case 'noop':
      return state
    default:
      throw unknownAction(part.kind)
  }
}

/** A letter that the keyboard does not have. */
const unnamedKey = (text: string): KeyboardKey => ({ key: text, code: '', windowsVirtualKeyCode: 0, text })

/** The element of a number that can be seen; `null` if it is hidden. @throws {ActionError} if the number does not exist. */
function reachableOf(state: DeskState, bid: string): DeskElement | null {
  const { numbers, next } = state.bids
  const number = /^(?:0|[1-9]\d*)$/.test(bid) ? Number(bid) : next
  if (number >= next) throw noSuchElement(bid)
  return screenOf(state).reachable.find(({ key }) => numbers[key] === number) ?? null
}

/** @throws {ActionError} also if it is hidden, covered by a dialog, or an option, which is only there in an open list. */
function reached(state: DeskState, bid: string, method: string): DeskElement {
  const element = reachableOf(state, bid)
  if (element === null || element.role === 'option') throw timedOut(method)
  return element
}

/** The second click of two, if the element is still there. */
function clickedAgain(state: DeskState, { key }: DeskElement): DeskState {
  const element = screenOf(state).reachable.find(each => each.key === key)
  return element === undefined ? state : clicked(state, element, 2)
}

function fill(state: DeskState, bid: string, method: string, value: string): DeskState {
  const element = fieldOf(state, reached(state, bid, method))
  if (element.tag !== 'input') throw notFillable(method)
  if (element.role !== 'textbox') throw inputNotFillable(method, element.role)
  return filled(state, element, value)
}

/** Of several options a single-choice list takes the first wanted one; without one it keeps its own. */
function select(state: DeskState, bid: string, wanted: readonly string[]): DeskState {
  const element = fieldOf(state, reached(state, bid, 'select_option'))
  if (element.options === undefined) throw notSelectable()
  if (wanted.length === 0) return state
  const option = element.options.find(each => wanted.includes(each))
  if (option === undefined) throw timedOut('select_option')
  const after = optionChosen(state, element, option)
  /* In an open list the option is marked, too. */
  return after.picker?.key === element.key ? { ...after, picker: { key: element.key, option } } : after
}
