/** A page as its accessibility tree, with bids. */
import { z } from 'zod'
import type { AccessibilityNode, PropertyValue } from '../../gui/tree/accessibility-node.ts'
import { guiCall } from '../dom/script.ts'
import { nothing, type Page } from '../page.ts'

export interface Screen {
  readonly root: AccessibilityNode
  /** The bid of the element with the focus; empty without focus. */
  readonly focused: string
}

const value = z.object({ value: z.unknown().optional() })
const axNode = z.object({
  nodeId: z.string(),
  role: value.optional(),
  name: value.optional(),
  value: value.optional(),
  description: value.optional(),
  properties: z.array(z.object({ name: z.string(), value })).optional(),
  childIds: z.array(z.string()).optional(),
})
const axTree = z.object({ nodes: z.array(axNode) })
type AxNode = z.infer<typeof axNode>

const snapshot = z.object({
  strings: z.array(z.string()),
  documents: z.array(
    z.object({
      nodes: z.object({
        attributes: z.array(z.array(z.number())),
        isClickable: z.object({ index: z.array(z.number()) }),
      }),
    }),
  ),
})

/** Everything is asked for at once: the page answers in order. */
export async function observe(page: Page): Promise<Screen> {
  const [, { nodes }, , focused, clickable] = await Promise.all([
    page.evaluate('apart', guiCall('mark'), nothing),
    page.call('Accessibility.getFullAXTree', {}, axTree),
    page.evaluate('apart', guiCall('unmark'), nothing),
    page.evaluate('apart', guiCall('focused'), z.string()),
    page.call('DOMSnapshot.captureSnapshot', { computedStyles: [] }, snapshot),
  ])
  return { root: treeOf(nodes, clickableBids(clickable)), focused }
}

function clickableBids({ strings, documents }: z.infer<typeof snapshot>): ReadonlySet<string> {
  const bidName = strings.indexOf('bid')
  const [main] = documents
  if (main === undefined || bidName < 0) return new Set()
  const { attributes, isClickable } = main.nodes
  return new Set(
    isClickable.index.flatMap(node => {
      const pairs = attributes[node] ?? []
      const at = pairs.findIndex((name, index) => index % 2 === 0 && name === bidName)
      return at < 0 ? [] : [strings[pairs[at + 1] ?? -1] ?? '']
    }),
  )
}

/** The first node is the page. */
function treeOf(nodes: readonly AxNode[], clickable: ReadonlySet<string>): AccessibilityNode {
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const grow = (node: AxNode): AccessibilityNode => {
    const children = (node.childIds ?? []).flatMap(id => byId.get(id) ?? []).filter(child => child !== node)
    return { ...withoutMarks(node, clickable), children: children.map(grow) }
  }
  const [first] = nodes
  if (first === undefined) throw new Error('the page has no accessibility tree')
  return grow(first)
}

/** The bid is in `roledescription`, of nodes without a role in the description. */
function withoutMarks(node: AxNode, clickable: ReadonlySet<string>): Omit<AccessibilityNode, 'children'> {
  const given = (node.properties ?? []).flatMap(({ name, value }) => {
    const printable = printableOf(value.value)
    return printable === null ? [] : [[name, printable] as const]
  })
  const role = given.find(([name]) => name === 'roledescription')?.[1]
  const bid = bidIn(role) ?? bidIn(node.description?.value)
  const properties = given.flatMap(([name, value]) => {
    const own = name === 'roledescription' ? withoutBid(value) : value
    return own === '' && name === 'roledescription' ? [] : [[name, own] as const]
  })
  return {
    role: String(printableOf(node.role?.value) ?? ''),
    name: node.name === undefined ? null : String(printableOf(node.name.value) ?? ''),
    bid,
    value: printableOf(node.value?.value),
    properties,
    clickable: bid !== null && clickable.has(bid),
  }
}

const printableOf = (value: unknown): PropertyValue | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

const mark = /^browsergym_id_(\w+)\s?/
const bidIn = (text: unknown): string | null => (typeof text === 'string' ? (mark.exec(text)?.[1] ?? null) : null)
const withoutBid = (value: PropertyValue): PropertyValue =>
  typeof value === 'string' ? value.replace(mark, '') : value
