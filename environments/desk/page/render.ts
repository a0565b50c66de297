/** The elements of a screen as elements of a document, which keeps those that it has. */
import { heldBy } from '../kernel/use.ts'
import type { DeskElement } from '../screen/element.ts'
import type { DeskDocument, DeskNode } from './document.ts'

interface DeskRenderer {
  /** Shows a screen: other elements are hidden, and keep their place. */
  readonly show: (root: DeskElement) => void
  /** The element of a node, or of the nearest node around it, on the screen shown last. */
  readonly elementOf: (node: DeskNode | null) => DeskElement | null
}

/** Roles that HTML has no elements for. */
const givenRoles = ['tablist', 'tab', 'menu', 'menuitem', 'radiogroup']
/** Whose names are not their texts. */
const labelled = ['navigation', 'dialog']
/** In `compareDocumentPosition`: the other one follows. */
const follows = 4

export function renderer(document: DeskDocument): DeskRenderer {
  const nodes = new Map<string, DeskNode>()
  let shown = new Map<string, DeskElement>()

  const create = (element: DeskElement): DeskNode => {
    const { key, tag, type, role, labels, submits, children } = element
    const isAround = children.some(child => child.key === labels)
    const node = document.createElement(tag)
    node.dataset['key'] = key
    const attributes: readonly (readonly [string, string | null])[] = [
      ['id', tag === 'input' || tag === 'select' ? idOf(key) : null],
      ['for', labels === undefined || isAround ? null : idOf(labels)],
      ['type', tag === 'button' ? (submits === true ? 'submit' : 'button') : (type ?? null)],
      ['autocomplete', type === 'text' ? 'off' : null],
      ['name', element.sets === undefined ? null : element.sets.draft],
      ['role', givenRoles.includes(role) ? role : null],
    ]
    for (const [attribute, value] of attributes) if (value !== null) node.setAttribute(attribute, value)
    return node
  }

  /** States that are attributes of the document; those of fields are properties. */
  const setStates = (node: DeskNode, { role, name, props = [], tag }: DeskElement): void => {
    const state = Object.fromEntries(props)
    if (role === 'tab') node.setAttribute('aria-selected', String(state['selected']))
    if (tag === 'button' && state['hasPopup'] !== undefined) {
      node.setAttribute('aria-haspopup', String(state['hasPopup']))
      node.setAttribute('aria-expanded', String(state['expanded']))
    }
    if (labelled.includes(role)) node.setAttribute('aria-label', name)
    if (role === 'checkbox' || role === 'radio') node.checked = state['checked'] === 'true'
  }

  const fill = (node: DeskNode, element: DeskElement): void => {
    const { children, tag } = element
    const text = textOf(element)
    if (tag === 'select')
      showAll(
        node,
        children.flatMap(popup => popup.children),
      )
    else if (text === null && tag !== 'input') showAll(node, children)
    else if (text !== null && node.textContent !== text) node.textContent = text
    const held = heldBy(element)
    if (held !== undefined && node.value !== held) node.value = held
    setStates(node, element)
  }

  const showAll = (parent: DeskNode, children: readonly DeskElement[]): void => {
    let last: DeskNode | null = null
    const wanted = new Set<DeskNode>()
    for (const child of children) {
      const known = nodes.get(child.key)
      const node = known ?? create(child)
      nodes.set(child.key, node)
      shown.set(child.key, child)
      wanted.add(node)
      /* A new element is complete when it comes into the document. */
      fill(node, child)
      const isPlaced =
        known?.parentElement === parent && (last === null || (last.compareDocumentPosition(node) & follows) !== 0)
      if (!isPlaced) parent.insertBefore(node, last === null ? firstOf(parent) : last.nextElementSibling)
      if (node.tagName !== 'DIALOG') node.hidden = false
      last = node
    }
    for (const node of parent.children) {
      if (node.dataset['key'] === undefined || wanted.has(node)) continue
      if (node.tagName === 'DIALOG') {
        if (node.open) node.close()
      } else node.hidden = true
    }
    for (const node of wanted) if (node.tagName === 'DIALOG' && !node.open) node.showModal()
  }

  const elementOf = (node: DeskNode | null): DeskElement | null =>
    shown.get(node?.closest('[data-key]')?.dataset['key'] ?? '') ?? null

  return {
    elementOf,
    show: root => {
      shown = new Map([[root.key, root]])
      showAll(document.body, root.children)
    },
  }
}

/** New elements come before all others of the desk, and after what else the page shows. */
const firstOf = (parent: DeskNode): DeskNode | null =>
  [...parent.children].find(({ dataset }) => dataset['key'] !== undefined) ?? null

/** The text of elements that hold nothing else; `null` of all others. */
function textOf({ tag, name, children }: DeskElement): string | null {
  if (['button', 'h1', 'option'].includes(tag)) return name
  const [only] = children
  return children.length === 1 && only?.tag === '#text' && tag !== 'input' ? only.name : null
}

const idOf = (key: string): string => key.replaceAll(' ', '_')
