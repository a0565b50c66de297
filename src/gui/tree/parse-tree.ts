/** The tree in a text that `flatten` made: the printed nodes with their printed properties. */
import type { AccessibilityNode, PropertyValue } from './accessibility-node.ts'
import { readLiteral, type Found } from '../python/literal.ts'

/** While its children are being read. */
interface Growing extends AccessibilityNode {
  readonly children: Growing[]
}

const head = /^(\t*)(?:\[(\w+)\] )?([\w-]+)/
const property = /, (\w+)(=?)/y

/**
 * The inverse of `flatten`, as far as a text can tell: a generic node has no name where none is printed, and nothing is
 * clickable. @throws {RangeError} quoting a line that has no such form, or that is indented by more than one tab at once.
 */
export function parseTree(text: string): AccessibilityNode {
  const [first = '', ...rest] = text.split('\n')
  const root = parseLine(first)
  if (root.depth !== 0) throw malformed(first)
  const trail = [root.node]
  for (const line of rest) {
    const { depth, node } = parseLine(line)
    const parent = trail[depth - 1]
    if (parent === undefined) throw malformed(line)
    parent.children.push(node)
    trail.splice(depth, trail.length, node)
  }
  return root.node
}

function parseLine(line: string): { readonly depth: number; readonly node: Growing } {
  const [matched, tabs = '', bid = null, role = ''] = head.exec(line) ?? []
  if (matched === undefined) throw malformed(line)
  const name = literalAfter(line, matched.length, ' ')
  const afterName = name?.end ?? matched.length
  if (name === null && role !== 'generic') throw malformed(line)
  const value = literalAfter(line, afterName, ' value=')
  const properties = propertiesOf(line, value?.end ?? afterName)
  const title = typeof name?.value === 'string' ? name.value : ''
  const node = { role, name: title, bid, value: value?.value ?? null, properties, clickable: false, children: [] }
  return { depth: tabs.length, node }
}

function propertiesOf(line: string, at: number): readonly (readonly [string, PropertyValue])[] {
  const properties: [string, PropertyValue][] = []
  let next = at
  while (next < line.length) {
    property.lastIndex = next
    const [matched = '', name = '', equals = ''] = property.exec(line) ?? []
    const value = equals === '' ? { value: true, end: next + matched.length } : literalAfter(line, next, matched)
    if (matched === '' || value === null) throw malformed(line)
    properties.push([name, value.value])
    next = value.end
  }
  return properties
}

/** The literal that follows certain letters at a place; `null` if they are not there, or no literal follows. */
function literalAfter(line: string, at: number, letters: string): Found<PropertyValue> | null {
  if (!line.startsWith(letters, at)) return null
  const { value, end } = readLiteral(line, at + letters.length) ?? { value: null, end: 0 }
  return value === null || typeof value === 'object' ? null : { value, end }
}

const malformed = (line: string): RangeError =>
  new RangeError(
    `a line of an accessibility tree reads [BID] ROLE 'NAME' value=…, property=…, got ${JSON.stringify(line)}`,
  )
