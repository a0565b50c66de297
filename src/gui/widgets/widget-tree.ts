/** Widgets of an accessibility tree. */
import type { AccessibilityNode, PropertyValue } from '../tree/accessibility-node.ts'
import { looks, unseenRoles } from './looks.ts'
import type { Widget, WidgetLook } from './widget.ts'

/** Bounds of a drawing: widgets beyond the first so many, or deeper than this, are left out. */
export const maxWidgets = 600
const maxLevels = 60

/** Controls that have their label from a neighbouring text, where it need not be repeated. */
const labelled: ReadonlySet<WidgetLook> = new Set(['check-box', 'radio-button', 'field', 'select'])

export interface WidgetTree {
  readonly root: Widget
  /** Nodes that were left out, for there are too many. */
  readonly omitted: number
}

/**
 * The page as widgets: nodes that a person does not see are left out, and text that a widget shows already is not repeated.
 * Of a closed list only the choice is shown.
 */
export function widgetTree(page: AccessibilityNode): WidgetTree {
  let count = 0
  let omitted = 0

  const widgetsOf = (node: AccessibilityNode, level: number): readonly Widget[] => {
    if (unseenRoles.has(node.role)) return []
    if (count >= maxWidgets || level > maxLevels) {
      omitted += 1
      return []
    }
    if (node.name === null) return childrenOf(node, level)
    count += 1
    return [drawn(node, looks.get(node.role) ?? 'group', level)]
  }
  const childrenOf = (node: AccessibilityNode, level: number): readonly Widget[] =>
    node.children.flatMap(child => widgetsOf(child, level + 1))

  const drawn = (node: AccessibilityNode, look: WidgetLook, level: number): Widget => {
    const name = node.name?.trim() ?? ''
    const seen = look === 'field' || look === 'select' ? [] : childrenOf(node, level)
    const labels = new Set(seen.filter(({ look: each }) => labelled.has(each)).map(({ label }) => label))
    const isSaid = (child: Widget): boolean =>
      child.look === 'text' &&
      child.children.length === 0 &&
      ((name !== '' && name.includes(child.label)) || labels.has(child.label))
    const children = seen.filter(child => !isSaid(child))
    return {
      look: look === 'group' ? groupLook(node, children) : look,
      bid: node.bid,
      label: name,
      value: look === 'field' || look === 'select' ? String(node.value ?? '') : '',
      on: stateOf(node, look),
      focused: isTrue(propertyOf(node, 'focused')),
      disabled: isTrue(propertyOf(node, 'disabled')),
      children,
    }
  }

  count += 1
  return { root: drawn(page, 'page', 0), omitted }
}

/** Text that can be acted on looks like a link; records of which each is a button, like a list. */
function groupLook({ name, bid }: AccessibilityNode, children: readonly Widget[]): WidgetLook {
  const holdsOnly = (look: WidgetLook): boolean => children.length > 0 && children.every(child => child.look === look)
  if (bid !== null && holdsOnly('text')) return 'clickable'
  return name === '' && holdsOnly('button') ? 'list' : 'group'
}

/** Chromium has `checked` as text, `selected` as a truth value. */
function stateOf(node: AccessibilityNode, look: WidgetLook): Widget['on'] {
  switch (look) {
    case 'check-box':
    case 'radio-button': {
      const checked = propertyOf(node, 'checked') ?? propertyOf(node, 'pressed')
      return checked === 'mixed' ? 'mixed' : isTrue(checked)
    }
    case 'tab':
    case 'option':
      return isTrue(propertyOf(node, 'selected'))
    default:
      return null
  }
}

const propertyOf = ({ properties }: AccessibilityNode, name: string): PropertyValue | undefined =>
  properties.find(([key]) => key === name)?.[1]

const isTrue = (value: PropertyValue | undefined): boolean => value === true || value === 'true'
