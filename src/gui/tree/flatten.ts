/** The text of an accessibility tree, one line a node. */
import type { AccessibilityNode } from './accessibility-node.ts'
import { pythonRepr } from '../python/repr.ts'

export interface FlattenOptions {
  /**
   * Elements without a meaning, as most `div`, and without state to print: left out as BrowserGym does by default, all
   * of them, or those which can be clicked. Their contents are always printed.
   */
  readonly generic?: 'none' | 'all' | 'clickable'
  /** Whether text that the name of its parent holds is printed again; BrowserGym's default is not to. */
  readonly repeatedText?: boolean
}

const unprintedProperties = new Set([
  ...['editable', 'readonly', 'level', 'settable', 'multiline', 'invalid', 'focusable'],
])
/** Printed as bare words, and only when true. */
const bareProperties = new Set(['required', 'focused', 'atomic'])
/** Line boxes depend on fonts and widths. */
const unprintedRoles = new Set(['LineBreak', 'InlineTextBox'])

/**
 * Lines of tabs for the depth, `[BID] ` if there is one, `ROLE 'NAME'`, ` value=…`, then each property after a comma. A node
 * that is left out leaves its children at its own depth.
 *
 * Source: BrowserGym 0.14.3, `flatten_axtree_to_str`. Departures: `InlineTextBox`, which newer Chromium adds, is never
 * printed; the form `clickable`.
 */
export function flatten(root: AccessibilityNode, options: FlattenOptions = {}): string {
  const { generic = 'none', repeatedText = false } = options
  const lines: string[] = []
  const visit = (node: AccessibilityNode, depth: number, parentName: string): void => {
    const { role, name, clickable, children } = node
    const printable = name !== null && !unprintedRoles.has(role)
    const states = printable ? statesOf(node) : ''
    const empty = role === 'generic' && states === '' && (generic === 'none' || (generic === 'clickable' && !clickable))
    const repeated = role === 'StaticText' && !repeatedText && name !== null && parentName.includes(name)
    const skipped = !printable || empty || repeated
    if (!skipped) lines.push('\t'.repeat(depth) + lineOf(node, name) + states)
    for (const child of children) visit(child, skipped ? depth : depth + 1, printable ? name : '')
  }
  visit(root, 0, '')
  return lines.join('\n')
}

function lineOf({ role, bid, value }: AccessibilityNode, name: string): string {
  const id = bid === null ? '' : `[${bid}] `
  const title = role === 'generic' && name === '' ? role : `${role} ${pythonRepr(name.trim())}`
  return id + title + (value === null ? '' : ` value=${pythonRepr(value)}`)
}

function statesOf({ properties }: AccessibilityNode): string {
  return properties
    .filter(([name, value]) => !unprintedProperties.has(name) && !(bareProperties.has(name) && value === false))
    .map(([name, value]) => (bareProperties.has(name) ? `, ${name}` : `, ${name}=${pythonRepr(value)}`))
    .join('')
}
