/** The tree of a desk as Chromium gives it to assistive technology. */
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import type { DeskElement } from '../screen/element.ts'
import type { DeskState } from '../screen/state.ts'
import { screenOf } from './screen.ts'

/** Of the page of a desk; it never changes. */
export const deskUrl = 'http://localhost/'

/** While a dialog is open, only it and the page exist. */
export function accessibilityTree(state: DeskState): AccessibilityNode {
  const { root, dialog } = screenOf(state)
  const isAway = state.focus === ''
  const node = (element: DeskElement): AccessibilityNode => ({
    role: element.role,
    name: element.name,
    bid: bidOf(state, element),
    value: element.value === undefined || element.value === '' ? null : element.value,
    properties: [
      ...(!isAway && element.key === state.focus ? [['focused', true] as const] : []),
      ...(element.props ?? []),
    ],
    clickable: element.tag === 'button',
    children: element.children.map(node),
  })
  return {
    ...node(root),
    bid: null,
    properties: [...(isAway ? [] : [['focused', true] as const]), ['url', deskUrl]],
    children: (dialog === null ? root.children : [dialog]).map(node),
  }
}

/** The number of an element as actions name it; `null` for text. */
export function bidOf({ bids }: DeskState, { key }: DeskElement): string | null {
  const number = bids.numbers[key]
  return number === undefined ? null : String(number)
}
