/** An action's effects on the elements of the screen before it. */
import type { GuiAction } from '../actions/gui-action.ts'
import { guiActions, isGuiActionName } from '../actions/gui-actions.ts'
import { parseActions } from '../actions/parse-actions.ts'

export interface ActionMark {
  /** In words, e.g. `click`. */
  readonly verb: string
  /** The typed, chosen or pressed value; `null` without one. */
  readonly given: string | null
}

const names = Object.keys(guiActions).filter(isGuiActionName)

/**
 * By the bids of the elements; of several actions on the same one the last counts.
 *
 * @param calls in BrowserGym's form, as a policy wrote them: calls that cannot be read leave no mark.
 */
export const actionMarks = (calls: string): ReadonlyMap<string, ActionMark> =>
  new Map(parseActions(calls, names).actions.flatMap(marksOf))

function marksOf(action: GuiAction): readonly (readonly [bid: string, mark: ActionMark])[] {
  const { kind } = action
  switch (kind) {
    case 'click':
      return [[action.bid, { verb: action.button === 'left' ? 'click' : `${action.button} click`, given: null }]]
    case 'dblclick':
      return [[action.bid, { verb: 'double click', given: null }]]
    case 'hover':
    case 'focus':
      return [[action.bid, { verb: kind, given: null }]]
    case 'clear':
      return [[action.bid, { verb: 'clear', given: '' }]]
    case 'fill':
      return [[action.bid, { verb: 'type', given: action.value }]]
    case 'select_option':
      return [[action.bid, { verb: 'choose', given: action.options.join(', ') }]]
    case 'press':
      return [[action.bid, { verb: 'press', given: action.keys }]]
    case 'drag_and_drop':
      return [
        [action.from, { verb: 'drag', given: null }],
        [action.to, { verb: 'drop', given: null }],
      ]
    case 'scroll':
    case 'noop':
    case 'send_msg_to_user':
    case 'report_infeasible':
    case 'goto':
    case 'go_back':
    case 'go_forward':
      return []
  }
}
