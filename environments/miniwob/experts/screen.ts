/** What experts look for on a screen, and their actions. */
import { pythonRepr } from '../../../src/gui/python/repr.ts'
import type { AccessibilityNode, PropertyValue } from '../../../src/gui/tree/accessibility-node.ts'

/** The good next actions on a screen, each as text; none where the expert does not know one. */
export type Expert = (goal: string, screen: AccessibilityNode) => readonly string[]

/** All nodes in the order in which they are printed. */
export function nodesOf(root: AccessibilityNode): readonly AccessibilityNode[] {
  return [root, ...root.children.flatMap(nodesOf)]
}

/** Nodes of a role that can be acted on. */
export const withRole = (root: AccessibilityNode, ...roles: readonly string[]): readonly AccessibilityNode[] =>
  nodesOf(root).filter(({ role, bid }) => bid !== null && roles.includes(role))

export const withName = (nodes: readonly AccessibilityNode[], name: string): readonly AccessibilityNode[] =>
  nodes.filter(node => node.name?.trim() === name)

/** Everything written in it, with single spaces. */
export const textIn = (node: AccessibilityNode): string =>
  nodesOf(node)
    .filter(({ role }) => role === 'StaticText')
    .map(({ name }) => name?.trim() ?? '')
    .join(' ')

export const property = (node: AccessibilityNode, name: string): PropertyValue | undefined =>
  node.properties.find(([key]) => key === name)?.[1]

/** The part of a goal in parentheses of a pattern; empty where it has another form. */
export const goalParts = (goal: string, pattern: RegExp): readonly string[] => pattern.exec(goal)?.slice(1) ?? []

export const clicks = (nodes: readonly AccessibilityNode[]): readonly string[] => call('click', nodes)
const fills = (nodes: readonly AccessibilityNode[], value: string): readonly string[] =>
  call('fill', nodes, pythonRepr(value))

/** A call for each of the nodes: any of them is good. */
export const call = (
  name: string,
  nodes: readonly AccessibilityNode[],
  ...rest: readonly string[]
): readonly string[] =>
  nodes.flatMap(({ bid }) => (bid === null ? [] : [`${name}(${[pythonRepr(bid), ...rest].join(', ')})`]))

export const buttons = (screen: AccessibilityNode, name: string): readonly AccessibilityNode[] =>
  withName(withRole(screen, 'button'), name)

/** Elements that take clicks and hold just this text; links are such elements, too. */
export const clickables = (screen: AccessibilityNode, text: string): readonly AccessibilityNode[] =>
  nodesOf(screen).filter(node => node.bid !== null && (node.clickable || node.role === 'link') && textIn(node) === text)

/** A fill for every field without its value; else the next action. */
export function fillAll(
  fields: readonly (readonly [field: AccessibilityNode | undefined, value: string | undefined])[],
  then: readonly string[],
): readonly string[] {
  const open = fields.filter(([field, value]) => String(field?.value ?? '') !== value)
  if (open.length === 0) return then
  return open.flatMap(([field, value]) => (field === undefined || value === undefined ? [] : fills([field], value)))
}
