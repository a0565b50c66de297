/** The actions in a text, as a policy wrote it. */
import { ActionError, emptyAction, unknownAction } from './action-error.ts'
import { bindArguments } from './bind-arguments.ts'
import type { GuiAction, GuiActionName } from './gui-action.ts'
import { guiActions, isGuiActionName } from './gui-actions.ts'
import { pythonCalls } from '../python/calls.ts'

export interface ParsedActions {
  /** To be carried out in this order, up to the first that fails. */
  readonly actions: readonly GuiAction[]
  /** The error after them; `null` without an error. */
  readonly fault: ActionError | null
}

/**
 * Calls of functions in a text, e.g. `fill('12', 'Ann') click('15')`; the text around them is skipped. A text with
 * an unknown function, or with none, is refused as a whole; a call that does not fit its function only when its turn comes.
 *
 * Source: BrowserGym 0.14.3, `HighLevelActionSet.to_python_code` with its defaults.
 *
 * @param allowed the functions of this world; every other one is unknown.
 */
export function parseActions(text: string, allowed: readonly GuiActionName[]): ParsedActions {
  const calls = pythonCalls(text)
  const actions: GuiAction[] = []
  try {
    if (calls.length === 0) throw emptyAction()
    const makers = calls.map(call => {
      if (!isGuiActionName(call.name) || !allowed.includes(call.name)) throw unknownAction(call.name)
      const { parameters, make } = guiActions[call.name]
      return () => make(bindArguments(call, parameters))
    })
    for (const make of makers) actions.push(make())
    return { actions, fault: null }
  } catch (thrown) {
    if (thrown instanceof ActionError) return { actions, fault: thrown }
    throw thrown
  }
}
