/** A screen as lines of elements by their names, as the desk has it for models too small to copy numbers. */
import { pythonRepr } from '../../../src/gui/python/repr.ts'
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import { nodesOf, property, textIn } from '../experts/screen.ts'

export interface NamedElement {
  readonly bid: string
  readonly role: string
  /** No two elements of a screen have the same. */
  readonly name: string
  readonly line: string
}

/** Of a screen from top to bottom: an element that can be used, or a text that is no name. */
export type ScreenPart = NamedElement | { readonly line: string }

const fields = ['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox', 'slider']
const pressed = ['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'option', 'treeitem']
/** Words of lines that are neither names nor texts. */
export const roleWords: readonly string[] = [...fields, ...pressed, 'clickable', 'value', 'checked']

/** What calls go by: no signs, and small letters. */
export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Longest text, in letters, that is taken for the name of an element that has none. */
const longestName = 60

/**
 * An element without a name is called by the text in it, or, if it is a field, by the text before it; else by its role, which also
 * follows a name of signs alone. The second of a name has a 2 after it. Texts that only repeat a name are left out. Options are left out where a list can be opened, as are elements that hold others.
 */
export function screenParts(root: AccessibilityNode): readonly ScreenPart[] {
  const parts: ScreenPart[] = []
  /** By its words, how many have a name; of a name with a number, one. */
  const taken = new Map<string, number>()
  let label = ''
  const distinct = (name: string): string => {
    const key = wordsIn(name).join(' ')
    let count = (taken.get(key) ?? 0) + 1
    while (count > 1 && taken.has(`${key} ${count}`)) count += 1
    taken.set(key, count)
    if (count === 1) return name
    taken.set(`${key} ${count}`, 1)
    return `${name} ${count}`
  }
  const visit = (node: AccessibilityNode): void => {
    const role = roleOf(node)
    if (role !== null && node.bid !== null) {
      const own = node.name?.trim() ?? ''
      const given = own !== '' ? own : fields.includes(role) ? label : textIn(node)
      const name = distinct(wordsIn(given).length === 0 ? `${given} ${role}`.trim() : given)
      parts.push({ bid: node.bid, role, name, line: lineOf(node, role, name) })
      label = ''
      if (role !== 'listbox') return
    }
    if (node.role === 'StaticText' && (node.name ?? '').trim() !== '') {
      label = node.name?.trim() ?? ''
      parts.push({ line: label })
    }
    node.children.forEach(visit)
  }
  visit(root)
  const names = new Set(parts.flatMap(part => ('bid' in part ? [part.name.toLowerCase()] : [])))
  return parts.filter(part => 'bid' in part || !names.has(part.line.toLowerCase()))
}

/** As lines call it; `null` for unusable ones. */
function roleOf(node: AccessibilityNode): string | null {
  if (fields.includes(node.role) || pressed.includes(node.role)) return node.role
  const inside = nodesOf(node).slice(1)
  const isLeaf = !inside.some(each => each.clickable || fields.includes(each.role) || pressed.includes(each.role))
  const text = textIn(node)
  return node.clickable && isLeaf && text !== '' && text.length <= longestName ? 'clickable' : null
}

function lineOf(node: AccessibilityNode, role: string, name: string): string {
  const title = `${role} ${pythonRepr(name)}`
  const checked = property(node, 'checked') ?? property(node, 'selected')
  if ((role === 'checkbox' || role === 'radio' || role === 'option') && checked !== undefined)
    return `${title}, checked=${pythonRepr(String(checked))}`
  return node.value === null || node.value === '' ? title : `${title} value=${pythonRepr(String(node.value))}`
}
