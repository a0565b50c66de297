/** The tree of a desk as Chromium gives it to assistive technology. */
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import type { DeskElement } from '../screen/element.ts'
import type { DeskState } from '../screen/state.ts'
import { screenOf } from './screen.ts'

export function accessibilityTree(state: DeskState): AccessibilityNode {
  const { root, elements } = screenOf(state)
  const focus = elements.some(({ key }) => key === state.focus) ? state.focus : root.key
  const node = (element: DeskElement): AccessibilityNode => ({
    role: element.role,
    name: element.name,
    bid: element === root ? null : bidOf(state, element),
    value: element.value === undefined || element.value === '' ? null : element.value,
    properties: [...(element.key === focus ? [['focused', true] as const] : []), ...(element.props ?? [])],
    clickable: element.tag === 'button',
    children: element.children.map(node),
  })
  return node(root)
}

/** The number of an element as actions name it; `null` for text. */
export function bidOf({ bids }: DeskState, { key }: DeskElement): string | null {
  const number = bids.numbers[key]
  return number === undefined ? null : String(number)
}
