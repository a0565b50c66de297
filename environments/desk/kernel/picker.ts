/** A field with options: closed, its keys choose at once; open, they mark an option, which is chosen when the list closes. */
import type { KeyStroke } from '../../../src/gui/actions/keys.ts'
import type { DeskElement } from '../screen/element.ts'
import type { DeskState } from '../screen/state.ts'
import { fired } from './fire.ts'
import { heldBy } from './use.ts'

export const optionChosen = (state: DeskState, { key }: DeskElement, value: string): DeskState =>
  fired(state, { kind: 'change', key, value })

export const pickerOpened = (state: DeskState, element: DeskElement): DeskState => ({
  ...state,
  picker: { key: element.key, option: heldBy(element) ?? '' },
})

/** With the list closed, and the marked option chosen. */
export function pickerClosed(state: DeskState): DeskState {
  if (state.picker === null) return state
  const { key, option } = state.picker
  return fired({ ...state, picker: null }, { kind: 'change', key, value: option })
}

export function keyedInChoice(state: DeskState, element: DeskElement, { key, held }: KeyStroke): DeskState {
  const { options = [] } = element
  if (held.length > 0) return state
  if (state.picker === null) {
    if (key.key === ' ' || key.key === 'Enter') return pickerOpened(state, element)
    const option = options[indexAfter(options, heldBy(element), key.key)]
    return option === undefined ? state : optionChosen(state, element, option)
  }
  if (key.key === 'Enter' || key.key === 'Escape' || key.key === 'Tab') return pickerClosed(state)
  const option = options[indexAfter(options, state.picker.option, key.key)]
  return option === undefined ? state : { ...state, picker: { ...state.picker, option } }
}

/** Options that a page of them has. */
const page = 3

/** Where a key leads from an option; -1 for keys that lead nowhere. */
function indexAfter(options: readonly string[], from: string | undefined, key: string): number {
  const at = options.findIndex(option => option === from)
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return Math.min(options.length - 1, at + 1)
    case 'ArrowUp':
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'PageDown':
      return Math.min(options.length - 1, at + page)
    case 'PageUp':
      return Math.max(0, at - page)
    case 'Home':
      return 0
    case 'End':
      return options.length - 1
    default:
      return -1
  }
}
