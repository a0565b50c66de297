/** Whether a step was good, where there is an expert. */
import type { StepLabel } from '../../../src/contracts/worlds/environment.ts'
import { pageActions } from '../../../src/browser/gui/act.ts'
import { parseActions } from '../../../src/gui/actions/parse-actions.ts'
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import { experts } from './experts.ts'

/** A step to be judged: an action on a screen, and whether it won. */
interface MiniwobStep {
  readonly screen: AccessibilityNode
  readonly action: string
  readonly won: boolean
}

/** Good if it is one of the expert's next actions, or wins; `null` where no expert knows one. */
export function expertLabel(page: string, goal: string, { screen, action, won }: MiniwobStep): StepLabel | null {
  const expert = experts[page]
  if (expert === undefined) return null
  const wanted = expert(goal, screen)
  if (wanted.some(each => meaningOf(each) === meaningOf(action))) return { good: true, reason: 'as the expert' }
  if (won) return { good: true, reason: 'it wins' }
  return wanted.length === 0 ? null : { good: false, reason: 'not as the expert' }
}

/** The same for calls that differ in their spelling only, or in the order of the options that they select. */
const meaningOf = (text: string): string => {
  const { actions, fault } = parseActions(text, pageActions)
  const sorted = actions.map(each =>
    each.kind === 'select_option' ? { ...each, options: each.options.toSorted() } : each,
  )
  return fault === null ? JSON.stringify(sorted) : `fault ${String(fault)}`
}
