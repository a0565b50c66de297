/** Whether a step was good, where there is an expert. */
import type { StepLabel } from '../../../src/contracts/worlds/environment.ts'
import { pageActions } from '../../../src/browser/gui/act.ts'
import { parseActions } from '../../../src/gui/actions/parse-actions.ts'
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import { experts } from './experts.ts'

/** Good if it is one of the expert's next actions; `null` where no expert knows one. */
export function expertLabel(page: string, goal: string, screen: AccessibilityNode, action: string): StepLabel | null {
  const wanted = experts[page]?.(goal, screen) ?? []
  if (wanted.length === 0) return null
  const good = wanted.some(each => meaningOf(each) === meaningOf(action))
  return { good, reason: good ? 'as the expert' : 'not as the expert' }
}

/** The same for calls that differ in their spelling only, or in the order of the options that they select. */
const meaningOf = (text: string): string => {
  const { actions, fault } = parseActions(text, pageActions)
  const sorted = actions.map(each =>
    each.kind === 'select_option' ? { ...each, options: each.options.toSorted() } : each,
  )
  return fault === null ? JSON.stringify(sorted) : `fault ${String(fault)}`
}
