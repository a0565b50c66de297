/** Carries out a policy's text in a page. */
import { ActionError } from '../../gui/actions/action-error.ts'
import type { GuiActionName } from '../../gui/actions/gui-action.ts'
import { parseActions } from '../../gui/actions/parse-actions.ts'
import type { Page } from '../page.ts'
import { actIn } from './act.ts'

/**
 * Takes the actions of a text one after another, up to the first that fails.
 *
 * @returns the error as BrowserGym reports it, e.g. `TimeoutError: …`; empty where all of them were carried out.
 * @throws {BrowserError}
 */
export type ActByText = (text: string) => Promise<string>

/** @param scale pixels of the screen, as it is shown, to one of the page. @param allowed the functions of this world. */
export function actByTextIn(page: Page, scale: number, allowed: readonly GuiActionName[]): ActByText {
  const act = actIn(page, scale)
  return async text => {
    const { actions, fault } = parseActions(text, allowed)
    try {
      for (const action of actions) await act(action)
      return fault === null ? '' : String(fault)
    } catch (thrown) {
      if (thrown instanceof ActionError) return String(thrown)
      throw thrown
    }
  }
}
