/** Actions that call elements by their names, for models too small to copy numbers from the screen. */
import { isGuiActionName } from '../../../src/gui/actions/gui-actions.ts'
import type { GuiActionName } from '../../../src/gui/actions/gui-action.ts'
import type { DeskElement } from '../screen/element.ts'
import { pixelsOfTurn, type DeskState } from '../screen/state.ts'
import { bidOf } from './accessibility.ts'
import { screenOf } from './screen.ts'

const words = /^([a-z_]+)\s+(\S.*)$/

/**
 * The action in words that a text such as `fill To Ann` means on this screen: `fill 12 Ann`. The longest name that
 * follows the verb counts, of elements that the action is for. Every other text is given back as it is.
 */
export function fromNames(state: DeskState, text: string): string {
  const [, verb = '', rest = ''] = words.exec(text.trim()) ?? []
  if (!isGuiActionName(verb) || /^[\d-]/.test(rest)) return text
  if (verb === 'scroll')
    return rest === 'down' ? `scroll 0 ${pixelsOfTurn}` : rest === 'up' ? `scroll 0 -${pixelsOfTurn}` : text
  const element = elementNamed(state, verb, rest)
  if (element === null) return text
  return [verb, bidOf(state, element) ?? '', rest.slice(element.name.length).trim()].join(' ').trimEnd()
}

/** The element that an action in names acts on, from the text after its verb. */
export function elementNamed(state: DeskState, verb: GuiActionName, text: string): DeskElement | null {
  let best: DeskElement | null = null
  for (const element of screenOf(state).reachable) {
    const { name } = element
    if (name === '' || !suits(verb, element) || !(text === name || text.startsWith(`${name} `))) continue
    if (best === null || name.length > best.name.length) best = element
  }
  return best
}

function suits(verb: GuiActionName, { role, options, tag, sets }: DeskElement): boolean {
  switch (verb) {
    case 'fill':
    case 'clear':
      return role === 'textbox'
    case 'select_option':
      return options !== undefined
    default:
      return tag === 'button' || sets !== undefined || role === 'textbox' || role === 'combobox'
  }
}
